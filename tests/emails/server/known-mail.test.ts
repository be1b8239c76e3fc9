import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import {
  type MadeUser,
  makeFlag,
  makeOrganization,
  makeSession,
  makeUser,
  reportScans,
} from '../../support/worlds/factories.ts'

let server: TestServer
let user: MadeUser
let token: string
beforeEach(async () => {
  server = await createTestServer()
  user = await makeUser(server, { organizationId: await makeOrganization(server) })
  token = await makeSession(server, user, { scope: 'extension' })
})
afterEach(() => server[Symbol.asyncDispose]())

const sender = 'alerts@bank.lookalike.example'
const show = async (message_id: string, more: object = {}) =>
  (await server.post('/api/messages/known', { token, body: { message_id, sender, ...more } })).body
const report = (message_id: string, as = token, opinion = 'dangerous') =>
  server.post('/api/mail-reports/known', {
    token: as,
    body: { message_id, opinion, threat_level: 'suspicious' },
  })
const mails = () => server.database.selectFrom('mails').select('id').execute()
const acts = () =>
  server.database
    .selectFrom('audit')
    .select(['target_type', 'target_id', 'detail'])
    .where('action', '=', 'mail-report')
    .execute()

test('a mail is known by its Message-ID to its recipient, by the strictest verdict, and to no one else', async () => {
  const unknown = { threat_level: null, reason: '', flag_type: null, flag_value: '' }
  expect(await show('<a@lookalike.example>')).toEqual(unknown)
  const mail = { sender, message_id: '<a@lookalike.example>' }
  await reportScans(server, user, [
    { ...mail, threat_level: 'malicious', detection_reason: 'It is known phishing' },
    { ...mail, threat_level: 'safe' },
  ])
  expect(await show('a@lookalike.example')).toMatchObject({
    threat_level: 'malicious',
    reason: 'It is known phishing',
  })
  const colleague = await makeUser(server, { organizationId: user.organizationId })
  token = await makeSession(server, colleague, { scope: 'extension' })
  expect(await show('<a@lookalike.example>')).toEqual(unknown)
})

test.each([
  ['red', 'lookalike.example', 'red'],
  ['red', sender, 'red'],
  ['green', sender, 'green'],
  // A green flag on a domain is for no domain below it.
  ['green', 'lookalike.example', null],
] as const)('a %s flag on %s holds for the sender as %s', async (flag_type, value, expected) => {
  await makeFlag(server, user, { flag_type, value })
  const known = await show('<b@lookalike.example>')
  expect(known).toMatchObject({ flag_type: expected, flag_value: expected === null ? '' : value })
  token = await makeSession(server, await makeUser(server), { scope: 'extension' })
  expect(await show('<b@lookalike.example>')).toMatchObject({ flag_type: null })
})

test('a report of a mail that a gateway reported is about that mail', async () => {
  const [scan] = await reportScans(server, user, [
    { sender, message_id: '<c@lookalike.example>', threat_level: 'suspicious' },
  ])
  expect((await report('<c@lookalike.example>')).status).toBe(200)
  expect(await acts()).toEqual([{ target_type: 'scan', target_id: scan?.id, detail: 'dangerous' }])
})

test('a report of any other mail is sent once, however often it comes, and again for another opinion', async () => {
  const answers = await Promise.all(
    Array.from({ length: 3 }, () => report('<d@lookalike.example>')),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await acts()).toMatchObject([{ target_type: 'check', detail: 'dangerous' }])
  const sent = (await mails()).length
  expect(sent).toBeGreaterThan(0)
  await report('<d@lookalike.example>', token, 'honest')
  expect(await acts()).toMatchObject([{ detail: 'dangerous' }, { detail: 'honest' }])
  const [first, second] = await acts()
  expect(first?.target_id).toBe(second?.target_id)
  // The same mail to a colleague is another one.
  const colleague = await makeUser(server, { organizationId: user.organizationId })
  await report('<d@lookalike.example>', await makeSession(server, colleague))
  expect(new Set((await acts()).map(({ target_id }) => target_id)).size).toBe(2)
  const kept = await server.database.selectFrom('mail_checks').selectAll().execute()
  expect(JSON.stringify(kept)).not.toContain('lookalike.example')
})
