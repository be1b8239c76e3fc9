import { expect, test } from 'vitest'
import { createOf, makeProvider, waitsBeside } from '../../support/scim/scim.ts'
import { createTestServer } from '../../support/server/server.ts'
import { times } from '../../support/until.ts'
import { signInAdmin } from '../../support/worlds/admin.ts'

/** As many as may wait, and the one that is being served. */
const accepted = 101

test('the changes of one organization do not make another one wait', async () => {
  await using server = await createTestServer()
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

test('changes that wait are refused once the token is revoked', async () => {
  await using server = await createTestServer()
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
  expect(statuses.at(-1)).toBe(401)
  expect(await users()).toHaveLength(before)
})
