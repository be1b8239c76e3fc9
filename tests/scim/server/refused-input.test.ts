import fc from 'fast-check'
import { expect } from 'vitest'
import {
  createOf,
  entraUser,
  makeProvider,
  type ScimClient,
  sendScim,
  waitsBeside,
} from '../../support/scim/scim.ts'
import { createTestServer } from '../../support/server/server.ts'
import { test } from '../../support/server/server-test.ts'
import { times } from '../../support/until.ts'
import { anyText } from '../../support/worlds/any-text.ts'
import { signInAdmin } from '../../support/worlds/factories.ts'

const find = (client: ScimClient, filter: string) =>
  client.send('GET', `/Users?filter=${encodeURIComponent(filter)}`)

test.for([
  'userName',
  'userName co "a"',
  'userName eq "a" or userName eq "b"',
  'not (userName eq "a")',
  'userName eq "',
  'userName eq "a\0"',
  'active eq "perhaps"',
  '',
  '('.repeat(400),
  `userName eq "${'a'.repeat(600)}"`,
])('the filter %j gets an error of SCIM', async (filter, { server }) => {
  const entra = await makeProvider(server)
  expect(await find(entra, filter)).toMatchObject({
    status: 400,
    body: { status: '400', scimType: 'invalidFilter' },
  })
})

test.for([`'; drop table users; --`, '_', '*'])(
  '%j in a filter finds no one else',
  async (text, { server }) => {
    const entra = await makeProvider(server)
    await entra.create(entraUser())
    const { status, body } = await find(entra, `userName eq ${JSON.stringify(text)}`)
    expect(status).toBe(200)
    expect(body).toMatchObject({ totalResults: 0 })
    expect((await find(entra, 'active eq true')).body).toMatchObject({ totalResults: 1 })
  },
)

test.each([
  ['no userName', '{}', 400, 'invalidValue'],
  ['a long name', JSON.stringify({ userName: 'a'.repeat(121) }), 400, 'invalidValue'],
  ['a name in two scripts', '{"userName":"r\\u0430nia@cedar.example"}', 400, 'invalidValue'],
  ['a NUL', '{"userName":"a\\u0000b"}', 400, 'invalidValue'],
  ['a wrong address', '{"userName":"r","emails":[{"value":"x"}]}', 400, 'invalidValue'],
  ['a doubtful status', '{"userName":"r@cedar.example","active":"maybe"}', 400, 'invalidValue'],
  ['deep nesting', `{"userName":${'['.repeat(9000)}${']'.repeat(9000)}}`, 400, 'invalidValue'],
  ['a large body', JSON.stringify({ userName: 'a'.repeat(70_000) }), 413, undefined],
])('%s in place of a user gets an error of SCIM', async (_, body, status, scimType) => {
  await using server = await createTestServer()
  const entra = await makeProvider(server)
  const answer = await entra.send('POST', '/Users', body)
  expect(answer).toMatchObject({
    status,
    body: {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
      status: String(status),
      ...(scimType === undefined ? {} : { scimType }),
    },
  })
  expect(answer.headers.get('content-type')).toBe('application/scim+json')
  expect(await server.database.selectFrom('users').select('id').execute()).toEqual([])
})

test.for([
  ['too many', { Operations: Array(101).fill({ op: 'replace', path: 'active', value: true }) }],
  ['an unknown operator', { Operations: [{ op: 'move', path: 'active' }] }],
  ['no path to remove', { Operations: [{ op: 'remove' }] }],
  ['a broken path', { Operations: [{ op: 'replace', path: 'emails[', value: 'x' }] }],
  ['a broken filter', { Operations: [{ op: 'replace', path: 'emails[x y z].value', value: 'x' }] }],
  ['the name removed', { Operations: [{ op: 'remove', path: 'userName' }] }],
  ['an unknown status', { Operations: [{ op: 'replace', path: 'active', value: 'x' }] }],
])('a PATCH with %s gets an error of SCIM and changes nothing', async ([_, body], { server }) => {
  const entra = await makeProvider(server)
  const id = await entra.create(entraUser())
  const { body: before } = await entra.send('GET', `/Users/${id}`)
  const answer = await entra.send('PATCH', `/Users/${id}`, body)
  expect(answer, answer.text).toMatchObject({ status: 400, body: { status: '400' } })
  expect((await entra.send('GET', `/Users/${id}`)).body).toEqual(before)
})

const names = fc.constantFrom(
  ...['userName', 'active', 'emails', 'emails[type eq "work"].value', 'name', 'name.givenName'],
  ...['__proto__', 'constructor', 'constructor.prototype', '__proto__.polluted', 'phoneNumbers'],
  ...['urn:ietf:params:scim:schemas:extension:enterprise:2.0:User', 'externalId', 'emails[0]'],
  ...['emails[not (type pr)]', 'emails.value', 'meta', 'id', 'schemas', '', '.', '[]'],
)
const anything = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.dictionary(names, fc.jsonValue({ maxDepth: 2 })),
  fc.constantFrom({ constructor: { prototype: { polluted: 1 } } }, 'False', null, true),
  fc.array(fc.dictionary(fc.constantFrom('value', 'type', 'primary', '__proto__'), fc.string())),
)
const patches = fc.array(
  fc.record(
    {
      op: fc.constantFrom('add', 'Add', 'replace', 'Replace', 'remove', 'REMOVE', 'x'),
      path: fc.oneof(names, fc.string()),
      value: anything,
    },
    { requiredKeys: ['op'] },
  ),
  { minLength: 1, maxLength: 4 },
)
const filters = fc.oneof(
  anyText(),
  fc
    .array(
      fc.constantFrom(
        ...['userName', 'emails', '[', ']', '(', ')', 'eq', 'and', 'or', 'not', '"a"', '"'],
        ...['true', 'null', '1e9', '.', 'pr', 'externalId', '\\', '\0', '\ud800', "'", '--'],
      ),
      { maxLength: 12 },
    )
    .map((words) => words.join(' ')),
)

test('whatever is sent, the answer is one of SCIM and no failure', async ({ server }) => {
  const entra = await makeProvider(server)
  const id = await entra.create(entraUser())
  const check = async (method: string, path: string, body?: unknown) => {
    const answer = await sendScim(server, entra.token, method, path, body)
    expect(answer.status, `${method} ${path} ${JSON.stringify(body)} ${answer.text}`).toBeLessThan(
      500,
    )
    expect(answer.headers.get('content-type')).toBe('application/scim+json')
  }
  await fc.assert(
    fc.asyncProperty(patches, filters, anything, async (Operations, filter, user) => {
      await check('PATCH', `/Users/${id}`, { Operations })
      await check('GET', `/Users?filter=${encodeURIComponent(filter.toWellFormed())}`)
      await check('PUT', `/Users/${id}`, JSON.stringify(user) ?? 'null')
      await check('POST', '/Users', JSON.stringify({ userName: 'a@cedar.example', emails: user }))
    }),
    { numRuns: 20 },
  )
  expect('polluted' in {}).toBe(false)
  const roles = server.database.selectFrom('users').select('role').distinct()
  expect(await roles.execute()).toEqual([{ role: 'employee' }])
})

/** As many as may wait, and the one that is being served. */
const accepted = 101

test('the changes of one organization do not make another one wait', async ({ server }) => {
  const busy = createOf(await makeProvider(server), 'cedar.example')
  const calm = createOf(await makeProvider(server, { domain: 'olive.example' }), 'olive.example')
  expect(Math.max(...(await waitsBeside([busy], calm, 60)))).toBeLessThanOrEqual(4)
})

test('an organization with too many waiting changes is told when to try again', async () => {
  await using server = await createTestServer()
  const busy = createOf(await makeProvider(server), 'cedar.example')
  const calm = createOf(await makeProvider(server, { domain: 'olive.example' }), 'olive.example')
  const [answers, other] = await Promise.all([times(accepted + 20, busy), calm(0)])
  expect(other.status).toBe(201)
  const refused = answers.filter(({ status }) => status !== 201)
  expect(refused).toHaveLength(20)
  for (const { status, headers, body } of refused) {
    expect(status).toBe(429)
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect(headers.get('content-type')).toBe('application/scim+json')
    expect(body).toEqual({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
      status: '429',
      detail: 'Too many changes of this organization wait. Try again in a few seconds.',
    })
  }
  expect((await busy(999)).status).toBe(201)
})

test('changes that wait are refused once the token is revoked', async ({ server }) => {
  const { token } = await signInAdmin(server)
  const provider = await makeProvider(server)
  const create = createOf(provider, 'cedar.example')
  const { id } = await server.database
    .selectFrom('scim_tokens')
    .select('id')
    .executeTakeFirstOrThrow()
  const changes = Array.from({ length: 30 }, (_, number) => create(number))
  await changes[0]
  const tokens = `/api/admin/organizations/${provider.organizationId}/scim/tokens`
  expect((await server.delete(`${tokens}/${id}`, { token })).status).toBe(200)
  const users = () => server.database.selectFrom('users').select('id').execute()
  const before = (await users()).length
  const statuses = (await Promise.all(changes)).map(({ status }) => status)
  expect(statuses).toContain(401)
  // The one that was being served may end.
  expect((await users()).length - before).toBeLessThanOrEqual(1)
})
