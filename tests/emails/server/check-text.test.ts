import { afterAll, beforeEach, expect, test } from 'vitest'
import { checkMailEndpoint, partsNotInText } from '../../../contract/emails/check-mail.ts'
import { startRspamdStandIn } from '../../support/mail/rspamd-stand-in.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { makeSession, makeUser } from '../../support/worlds/factories.ts'

const path = '/api/mail-checks'
const rspamd = await startRspamdStandIn()
afterAll(() => rspamd[Symbol.asyncDispose]())
beforeEach(() => {
  rspamd.scans.length = 0
})

async function createChecker(server: TestServer) {
  const token = await makeSession(server, await makeUser(server, { role: 'employee' }))
  return (text: string, { type = 'message/rfc822; pasted=yes', query = '' } = {}) =>
    server.post(path + query, {
      token,
      body: Buffer.from(text),
      headers: { 'content-type': type },
    })
}

const phishing =
  'Your account has been limited. Verify your password within 24 hours at https://k3j2h4.web.app/login or it will be closed.'
const odd =
  'صباح الخير رنا، صور الجوقة من يوم الخميس على جهازنا في http://192.168.3.4/choir حتى يوم الأحد. مع التحية، نادية'

test.each([
  ['no mail filter', null],
  ['a mail filter', rspamd.url],
])(
  'with %s a pasted text is judged without it, and the answer says what a text hides',
  async (_, rspamdUrl) => {
    await using server = await createTestServer({ services: { rspamdUrl } })
    const check = await createChecker(server)
    const marked = (await check(phishing)).output(checkMailEndpoint)
    expect(marked.threat_level).toBe('suspicious')
    expect(marked.detection_reason).toContain('web.app')
    // A client that has the text can mark the place.
    expect(marked.places).toContainEqual({
      sentence: marked.detection_reason,
      part: 'link',
      text: 'https://k3j2h4.web.app/login',
      host: expect.stringContaining('web.app'),
    })
    expect(marked.unchecked).toEqual(partsNotInText)
    const honest = (await check('صباح الخير، مرفق محضر اجتماع يوم الثلاثاء. مع التحية')).output(
      checkMailEndpoint,
    )
    expect(honest).toMatchObject({ threat_level: 'safe', detection_reason: '', indicators: [] })
    expect(honest.unchecked).toEqual(partsNotInText)
    // The findings are told, though it was not enough to mark the text.
    const noted = (await check(odd)).output(checkMailEndpoint)
    expect(noted).toMatchObject({ threat_level: 'safe', advice: 'open' })
    expect(noted.indicators[0]).toContain('192.168.3.4')
    // A text has no sender and no layout that could speak for it.
    for (const { supporting, indicators } of [marked, honest]) {
      expect([...supporting, ...indicators].join()).not.toContain('layout')
    }
    expect(rspamd.scans).toEqual([])
    expect(rspamd.probes).toEqual([])
    expect(server.logged.join()).not.toContain('account')
  },
)

test('a link alone is answered, in the language that is asked for', async () => {
  await using server = await createTestServer()
  const check = await createChecker(server)
  const answer = await check('https://paypa1-secure.top/login', { query: '?locale=ar' })
  const { threat_level, detection_reason } = answer.output(checkMailEndpoint)
  expect(threat_level).toBe('suspicious')
  expect(detection_reason).toMatch(/^\p{Script=Arabic}/u)
})

test.each([
  ['nothing', '', 'empty_text'],
  ['blanks and invisible characters', ' \n\u200b\u0000\t', 'empty_text'],
  ['more than 20,000 characters', '\u{1f600}'.repeat(20_001), 'text_too_long'],
])('a text of %s is refused', async (_, text, code) => {
  await using server = await createTestServer()
  const check = await createChecker(server)
  expect(await check(text)).toMatchObject({ status: 422, code })
})

test('a text of 20,000 characters is taken, and without the parameter it is no mail', async () => {
  await using server = await createTestServer()
  const check = await createChecker(server)
  expect((await check(` ${'\u{1f600}'.repeat(20_000)}\n`)).status).toBe(200)
  for (const type of ['message/rfc822', 'message/rfc822; pasted=no']) {
    expect(await check(phishing, { type })).toMatchObject({ status: 422, code: 'not_a_mail' })
  }
})

test('texts and files count together for the limit of checks', async () => {
  await using server = await createTestServer()
  const check = await createChecker(server)
  const mail = 'From: a@b.example\r\n\r\nHello\r\n'
  for (let checked = 0; checked < 5; checked += 1) {
    expect((await check('Hello')).status).toBe(200)
    expect((await check(mail, { type: 'message/rfc822' })).status).toBe(200)
  }
  expect(await check('Hello')).toMatchObject({ status: 429, code: 'too_many_checks' })
})
