import { expect, test } from 'vitest'
import { listFlagsEndpoint } from '../../../contract/flags/list-flags.ts'
import { runHousekeeping } from '../../../server/housekeeping.ts'
import { readMap } from '../../support/mail/flag-map.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { makeFlag, makeSession, makeUser, reportScans } from '../../support/worlds/factories.ts'

const secondMs = 1000

/** A user with a red flag that ends in a minute, and one that stays. */
async function setScene(server: TestServer) {
  const user = await makeUser(server)
  const token = await makeSession(server, user)
  const expires_at = new Date(server.clock().getTime() + 60 * secondMs).toISOString()
  const ending = await makeFlag(server, user, {
    flag_type: 'red',
    value: 'ends.example',
    expires_at,
  })
  await makeFlag(server, user, { flag_type: 'red', value: 'stays.example' })
  return { user, token, ending }
}

async function list(server: TestServer, token: string, query = '') {
  const answer = await server.get(`/api/flags/list${query}`, { token })
  const { flags, total, red_count } = answer.output(listFlagsEndpoint)
  return { values: flags?.map(({ value }) => value), total, red_count }
}

test('a flag has its effect up to its end, and none from that moment on', async () => {
  await using server = await createTestServer()
  const { user, token, ending } = await setScene(server)
  const levels = async () => {
    const taken = await reportScans(server, user, [
      { sender: 'a@ends.example', threat_level: 'safe' },
      { sender: 'a@stays.example', threat_level: 'safe' },
    ])
    return taken.map(({ threat_level }) => threat_level)
  }
  server.clock.pass(60 * secondMs - 1)
  expect(await levels()).toEqual(['malicious', 'malicious'])
  expect(await list(server, token)).toMatchObject({ total: 2, red_count: 2 })
  server.clock.pass(1)
  expect(await levels()).toEqual(['safe', 'malicious'])
  const left = { values: ['stays.example'], total: 1, red_count: 1 }
  expect(await list(server, token)).toEqual(left)
  expect(await list(server, token, '?limit=10')).toEqual(left)
  expect(await list(server, token, '?q=ends')).toEqual({ ...left, values: [] })
  const senders = { senders: ['a@ends.example'] }
  expect((await server.post('/api/flags/senders', { token, body: senders })).body).toMatchObject({
    senders: [{ flag: null }],
  })
  expect((await server.delete(`/api/flags/remove/${ending}`, { token })).status).toBe(404)
  const removal = await server.post('/api/flags/remove', { token, body: { ids: [ending] } })
  expect(removal.body).toMatchObject({ removed: [] })
})

test('the map loses a flag at its end and gets another tag, which no housekeeping needs', async () => {
  await using server = await createTestServer()
  const { user, ending } = await setScene(server)
  const look = async () => readMap(server, user.organizationId, 'red')
  const before = await look()
  expect(before.lines).toHaveLength(2)
  server.clock.pass(60 * secondMs - 1)
  expect((await look()).etag).toBe(before.etag)
  server.clock.pass(1)
  const headers = { 'if-none-match': before.etag }
  const after = await readMap(server, user.organizationId, 'red', { headers })
  expect(after.status).toBe(200)
  expect(after.lines).toEqual([`${user.email}|stays.example`])
  expect(after.etag).not.toBe(before.etag)
  const unchanged = await look()
  expect(unchanged.etag).toBe(after.etag)
  await runHousekeeping(server.services)
  const ids = await server.database.selectFrom('flags').select('id').execute()
  expect(ids.map(({ id }) => id)).not.toContain(ending)
  expect(ids).toHaveLength(1)
  expect((await look()).etag).toBe(after.etag)
})

test('a value whose flag has ended can be flagged again, in either colour', async () => {
  await using server = await createTestServer({ limits: { flagsPerUser: 2 } })
  const { token } = await setScene(server)
  const body = { flag_type: 'green', value: 'ends.example' }
  expect((await server.post('/api/flags/add', { token, body })).status).toBe(409)
  server.clock.pass(60 * secondMs)
  expect((await server.post('/api/flags/add', { token, body })).status).toBe(200)
  expect((await list(server, token)).values).toEqual(['ends.example', 'stays.example'])
})

test('a flag knows the day on which it last decided about a mail', async () => {
  await using server = await createTestServer()
  const { user } = await setScene(server)
  await makeFlag(server, user, { flag_type: 'green', value: 'a@stays.example' })
  const matches = async () => {
    const token = await makeSession(server, user)
    const answer = await server.get('/api/flags/list', { token })
    const { flags } = answer.output(listFlagsEndpoint)
    return Object.fromEntries(flags?.map((flag) => [flag.value, flag.last_matched_on]) ?? [])
  }
  await reportScans(server, user, [{ sender: 'a@stays.example' }])
  expect(await matches()).toEqual({ 'a@stays.example': '2026-03-15' })
  server.clock.pass(86_400 * secondMs)
  await reportScans(server, user, [{ sender: 'b@stays.example' }, { sender: 'c@stays.example' }])
  expect(await matches()).toEqual({
    'a@stays.example': '2026-03-15',
    'stays.example': '2026-03-16',
  })
  server.clock.pass(86_400 * secondMs)
  await reportScans(server, user, [{ sender: 'b@stays.example' }])
  expect(await matches()).toMatchObject({ 'stays.example': '2026-03-17' })
})
