import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect } from 'vitest'
import { flagTypes } from '../../../contract/flags/flag.ts'
import { readMap } from '../../support/mail/flag-map.ts'
import { dmarcPassed, makeReport, makeSymbol } from '../../support/mail/rspamd.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { test } from '../../support/server/server-test.ts'
import {
  type MadeUser,
  makeOrganization,
  makeSession,
  makeUser,
  signInAdmin,
} from '../../support/worlds/factories.ts'
import { inEnglish } from '../../support/worlds/in-english.ts'
import { makeFlag, makeGatewayKey } from '../../support/worlds/mail-factories.ts'
import { savePath } from '../../support/worlds/save-user.ts'

const root = join(import.meta.dirname, '../../..')
const addresses = ['a@olive.example', 'b@olive.example', 'c@olive.example', 'd@xn--mgbh0fb.example']
const values = ['lookalike.example', 'boss@evil.example', 'gmail.com']
const users = 3
const organizations = 2

/** A change that an admin or a user may make, of one of a few users. */
const change = fc.record({
  user: fc.nat(users - 1),
  kind: fc.constantFrom('flag', 'flag', 'unflag', 'save', 'save', 'save', 'remove'),
  flag_type: fc.constantFrom(...flagTypes),
  value: fc.constantFrom(...values),
  /** Mostly one field at a time, so that none hides behind another. */
  fields: fc.oneof(
    fc.record({ email: fc.constantFrom(...addresses) }),
    fc.record({ is_active: fc.boolean() }),
    fc.record({ aliases: fc.subarray(addresses) }),
    fc.record({ organization: fc.nat(organizations - 1) }),
    fc.record({ email: fc.constantFrom(...addresses), aliases: fc.subarray(addresses) }),
  ),
})
type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never

async function setScene(server: TestServer) {
  const { token } = await signInAdmin(server)
  const places = [await makeOrganization(server), await makeOrganization(server)] as const
  const keys = [
    await makeGatewayKey(server, places[0], 'flags'),
    await makeGatewayKey(server, places[1], 'flags'),
  ]
  const people: (MadeUser | undefined)[] = []
  const made = async (position: number) => {
    const known = people[position]
    if (known !== undefined) return known
    const user = await makeUser(server, { organizationId: places[0] })
    people[position] = user
    return user
  }
  /** Every map with its tag, by organization and type. */
  const look = async () => {
    const maps = keys.flatMap((key) =>
      flagTypes.map(async (type) => {
        const headers = { authorization: `Bearer ${key}` }
        const answer = await server.app.request(`/api/rspamd/flags/${type}`, { headers })
        return { text: await answer.text(), etag: answer.headers.get('etag') ?? '' }
      }),
    )
    return Promise.all(maps)
  }
  return { token, places, people, made, look }
}

/** @returns the status of the call that made the change */
async function make(
  server: TestServer,
  { token: admin, places, people, made }: Awaited<ReturnType<typeof setScene>>,
  { user: position, kind, flag_type, value, fields }: Change,
): Promise<number> {
  const user = await made(position)
  const { id, username } = user
  switch (kind) {
    case 'flag': {
      const token = await makeSession(server, user)
      const body = { flag_type, value }
      return (await server.post('/api/flags/add', { token, body })).status
    }
    case 'unflag': {
      const token = await makeSession(server, user)
      const flags = server.database.selectFrom('flags').select('id').where('user_id', '=', id)
      const [flag] = await flags.execute()
      if (flag === undefined) return 404
      return (await server.delete(`/api/flags/remove/${flag.id}`, { token })).status
    }
    case 'save': {
      const users = server.database.selectFrom('users').where('id', '=', id)
      const current = await users
        .select(['email', 'is_active', 'organization_id'])
        .executeTakeFirstOrThrow()
      const { organization, ...given } = { organization: undefined, ...fields }
      const body = {
        ...{ ...current, is_active: current.is_active === 1, ...given },
        ...(organization === undefined ? {} : { organization_id: places[organization] }),
        ...{ id, username, full_name: 'A Person', role: 'employee' },
      }
      return (await server.post(savePath, { token: admin, body })).status
    }
    case 'remove': {
      people[position] = undefined
      return (await server.delete(`/api/admin/users/${id}`, { token: admin })).status
    }
  }
}

test('every change by users and admins that alters a map alters its tag', async ({ server }) => {
  const scene = await setScene(server)
  const seen = new Set<string>()
  let altered = 0
  const changes = fc.sample(change, { numRuns: 120, seed: 2026 })
  let before = await scene.look()
  for (const made of changes) {
    const status = await make(server, scene, made)
    seen.add(`${made.kind} ${status}`)
    const after = await scene.look()
    for (const [position, map] of after.entries()) {
      const { text, etag } = before[position] ?? {}
      if (map.text === text) continue
      altered += 1
      expect(map.etag, `${JSON.stringify(made)} altered ${position}`).not.toBe(etag)
    }
    before = after
  }
  expect(altered).toBeGreaterThan(20)
  expect([...seen]).toEqual(
    expect.arrayContaining(['flag 200', 'unflag 200', 'save 200', 'remove 200', 'save 409']),
  )
})

test('each change of a user with a flag alters the map and its tag', async ({ server }) => {
  const { token, places, made } = await setScene(server)
  const { id, username } = await made(0)
  await makeFlag(server, { id }, { flag_type: 'red', value: 'lookalike.example' })
  const key = await makeGatewayKey(server, places[0], 'flags')
  let before = await readMap(server, places[0], 'red', { key })
  const usual = { organization_id: places[0], email: 'a@olive.example', is_active: true }
  for (const change of [
    { ...usual, aliases: [] },
    { ...usual, aliases: ['b@olive.example'] },
    { ...usual, aliases: ['c@olive.example'] },
    { ...usual, aliases: [] },
    { ...usual, is_active: false },
    usual,
    { ...usual, organization_id: places[1] },
    usual,
  ]) {
    const body = { id, username, full_name: 'A Person', role: 'employee', ...change }
    expect((await server.post(savePath, { token, body })).status).toBe(200)
    const after = await readMap(server, places[0], 'red', { key })
    expect(after.text, JSON.stringify(change)).not.toBe(before.text)
    expect(after.etag, JSON.stringify(change)).not.toBe(before.etag)
    before = after
  }
  for (const is_active of [false, true]) {
    const body = { ids: [id], is_active }
    expect((await server.post('/api/admin/users/status', { token, body })).status).toBe(200)
    const after = await readMap(server, places[0], 'red', { key })
    expect(after.text.includes('lookalike.example')).toBe(is_active)
    expect(after.etag).not.toBe(before.etag)
    before = after
  }
})

/** Writers of the map's tables, and why its tag need not change there. */
const writers: Readonly<Record<string, string>> = {
  'organizations/domains.ts user_aliases': 'leaves it to its callers',
  'users/change/change-user.ts users': 'changes the revision',
  'users/removed-users.ts users': 'changes the revision, then deletes the anonymous row',
  'users/change/create-user.ts users': 'a new user has no flags',
  'database/note-user.ts users': 'what has no consequences',
  'demo/seed.ts flags': 'the organizations are new',
  'flags/add-flag.ts flags': 'changes the revision',
  'flags/ended-flags.ts flags': 'flags that have ended are in no map',
  'flags/find-flags.ts flags': 'the count of blocked mails and the last match',
  'flags/move-flags.ts flags': 'leaves it to its caller',
  'flags/remove-flag.ts flags': 'changes the revision',
  'flags/set-flags.ts flags': 'changes the revision',
}

test('every write to users, aliases and flags is known, and changes the tag where it has to', () => {
  const files = readdirSync(join(root, 'server'), { recursive: true, encoding: 'utf8' })
  const found = files
    .filter((file) => file.endsWith('.ts') && !file.includes('migrations'))
    .flatMap((file) => {
      const code = readFileSync(join(root, 'server', file), 'utf8')
      const writes = code.matchAll(
        /\.(?:insertInto|updateTable|deleteFrom)\('(users|user_aliases|flags)'/g,
      )
      return [...writes].map(([, table]) => `${file} ${table}`)
    })
  expect([...new Set(found)].toSorted()).toEqual(Object.keys(writers).toSorted())
  for (const [writer, why] of Object.entries(writers)) {
    const [file = ''] = writer.split(' ')
    const code = readFileSync(join(root, 'server', file), 'utf8')
    expect(code.includes('changeFlagRevisions'), writer).toBe(why.startsWith('changes'))
  }
})

async function setUp(server: TestServer, flag_type: 'green' | 'red' = 'green') {
  const rania = await makeUser(server, { email: 'rania@firm.example' })
  const { organizationId } = rania
  const omar = await makeUser(server, { organizationId, email: 'omar@firm.example' })
  const token = await makeGatewayKey(server, organizationId)
  await makeFlag(server, rania, { flag_type, value: 'sender.example' })
  return async (overrides: Parameters<typeof makeReport>[0]) => {
    const body = makeReport({ rcpt: [rania.email, omar.email], ...overrides })
    const answer = await server.post('/api/rspamd', { token, body })
    expect(answer.body).toEqual({ success: true, taken: 2, ignored: 0 })
    const rows = await server.database.selectFrom('scans').selectAll().execute()
    const of = (id: string) => rows.map(inEnglish).find(({ user_id }) => user_id === id)
    return { rania: of(rania.id), omar: of(omar.id) }
  }
}

test("a green flag makes suspicious mail of a proven sender safe, in its own recipient's mail only", async () => {
  await using server = await createTestServer()
  const report = await setUp(server)
  const { rania, omar } = await report({
    action: 'add header',
    symbols: [makeSymbol('PHISHING'), dmarcPassed],
  })
  expect(rania).toMatchObject({ threat_level: 'safe' })
  expect(omar).toMatchObject({ threat_level: 'suspicious' })
})

test.each([
  ['nothing', []],
  ['SPF and DKIM alone', [makeSymbol('R_SPF_ALLOW'), makeSymbol('R_DKIM_ALLOW')]],
  ['DMARC that failed', [makeSymbol('DMARC_POLICY_SOFTFAIL', { options: ['sender.example'] })]],
  ['no policy', [makeSymbol('DMARC_NA', { options: ['sender.example'] })]],
  ['DMARC of another domain', [{ ...dmarcPassed, options: ['other.example', 'none'] }]],
  ['DMARC of a subdomain', [{ ...dmarcPassed, options: ['mail.sender.example', 'none'] }]],
  ['DMARC of a longer name', [{ ...dmarcPassed, options: ['der.example', 'none'] }]],
  ['contradictory DMARC', [dmarcPassed, makeSymbol('DMARC_POLICY_REJECT', { score: 0 })]],
])('a green flag does nothing where %s proves the sender', async (_, proof) => {
  await using server = await createTestServer()
  const report = await setUp(server)
  const { rania } = await report({ symbols: [makeSymbol('PHISHING'), ...proof] })
  expect(rania).toMatchObject({
    threat_level: 'suspicious',
    detection_reason: expect.stringMatching(/^You trust this sender, but nothing proves/),
  })
})

test.each([
  ['a proving symbol', { symbols: [makeSymbol('CLAM_VIRUS'), dmarcPassed] }],
  ['a rejection', { action: 'reject', symbols: [dmarcPassed] }],
  ['a discarded mail', { action: 'discard', symbols: [dmarcPassed] }],
])('a green flag does nothing against %s', async (_, overrides) => {
  await using server = await createTestServer()
  const report = await setUp(server)
  const { rania, omar } = await report(overrides)
  expect(rania).toMatchObject({
    threat_level: 'malicious',
    detection_reason: expect.stringMatching(
      /^You trust this sender, but the mail itself looks dangerous: /,
    ),
  })
  expect(omar).toMatchObject({ threat_level: 'malicious' })
})

test.for([
  ['of the parent domain', ['Some One <someone@sender.example>'], ['example', 'none']],
  ['written in capitals', ['Some One <someone@SENDER.example>'], ['Sender.EXAMPLE', 'none']],
  ['without a domain', ['Some One <someone@sender.example>'], []],
])('a policy %s proves the only sender', async ([_, header_from, options], { server }) => {
  const report = await setUp(server)
  const symbols = [makeSymbol('PHISHING'), { ...dmarcPassed, options }]
  expect((await report({ header_from, symbols })).rania).toMatchObject({ threat_level: 'safe' })
})

test.each([
  ['boss@sender.example, <evil@elsewhere.example>', ['elsewhere.example', 'none']],
  ['boss@sender.example, Boss <evil@elsewhere.example>', ['elsewhere.example', 'none']],
  ['boss@sender.example, <evil@elsewhere.example>', []],
])('the display name %j does not borrow trust with the DMARC of %j', async (from, options) => {
  await using server = await createTestServer()
  const report = await setUp(server)
  const symbols = [makeSymbol('PHISHING'), { ...dmarcPassed, options }]
  const { rania } = await report({ header_from: [from], symbols })
  expect(rania).toMatchObject({ threat_level: 'suspicious' })
  if (options.length > 0) expect(rania?.sender_domain).toBe('elsewhere.example')
})

test('the domain of a policy that failed also tells which address is the sender', async () => {
  await using server = await createTestServer()
  const report = await setUp(server)
  const options = ['elsewhere.example : No valid SPF, No valid DKIM', 'reject']
  const { rania } = await report({
    header_from: ['boss@sender.example, <evil@elsewhere.example>'],
    symbols: [makeSymbol('DMARC_POLICY_REJECT', { options })],
  })
  expect(rania).toMatchObject({ sender_domain: 'elsewhere.example', threat_level: 'suspicious' })
})

test('a red flag makes mail malicious, and says if it was delivered all the same', async () => {
  await using server = await createTestServer()
  const report = await setUp(server, 'red')
  const { rania, omar } = await report({ symbols: [dmarcPassed] })
  expect(rania).toMatchObject({
    threat_level: 'malicious',
    detection_reason: 'You blocked this sender, but the mail was delivered',
    email_subject: '',
  })
  expect(omar).toMatchObject({ threat_level: 'safe', email_subject: 'A subject' })
})
