import { afterAll, afterEach, beforeEach, describe, expect } from 'vitest'
import { checkMailEndpoint, partsNotInText } from '../../../contract/emails/check-mail.ts'
import type { Scan } from '../../../contract/emails/report-scans.ts'
import { exportUser } from '../../../server/account/export-user.ts'
import { beginCheck, finishCheck } from '../../../server/emails/checks/kept-checks.ts'
import { runHousekeeping } from '../../../server/housekeeping.ts'
import { harmless, startRspamdStandIn } from '../../support/mail/rspamd.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { test } from '../../support/server/server-test.ts'
import { type MadeUser, makeSession, makeUser } from '../../support/worlds/factories.ts'
import { makeFlag, reportScans } from '../../support/worlds/mail-factories.ts'

let server: TestServer
let user: MadeUser
let token: string

const sender = 'alerts@bank.lookalike.example'
const show = async (message_id: string, more: object = {}) =>
  (await server.post('/api/messages/known', { token, body: { message_id, sender, ...more } })).body
const report = (message_id: string, as = token, opinion = 'dangerous') =>
  server.post('/api/mail-reports/known', {
    token: as,
    body: { message_id, opinion, threat_level: 'suspicious' },
  })
const mails = () => server.database.selectFrom('mails').select('id').execute()
const acts = () => server.acts('mail-report')

describe('known mail', () => {
  beforeEach(async () => {
    server = await createTestServer()
    user = await makeUser(server)
    token = await makeSession(server, user, { scope: 'extension' })
  })
  afterEach(() => server[Symbol.asyncDispose]())

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
    expect(await acts()).toMatchObject([
      { target_type: 'scan', target_id: scan?.id, detail: 'dangerous' },
    ])
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
})

const path = '/api/mail-checks'
const rspamd = await startRspamdStandIn()

const mailWith = (header: string) =>
  Buffer.from(
    `From: Lena Weber <lena@supplier.example>\r\nTo: rania@clinic.example\r\n${header}\r\nSubject: Minutes of Tuesday\r\n\r\nGood morning Rania, here are the minutes of our meeting on Tuesday. Kind regards, Lena\r\n`,
  )

async function makeChecker(server: TestServer) {
  const user = await makeUser(server, { role: 'employee' })
  const token = await makeSession(server, user)
  const check = async (mail: Uint8Array) =>
    (await server.post(path, { token, body: mail })).output(checkMailEndpoint)
  return { user, check }
}

const createServerWithFilter = () => createTestServer({ services: { rspamdUrl: rspamd.url } })

const bad: Partial<Scan> = {
  message_id: '<one@b.example>',
  threat_level: 'malicious',
  detection_reason: 'It stole a password',
  indicators: ['A forged sender'],
}

const safe: Partial<Scan> = { ...bad, threat_level: 'safe' }

describe('check known mail', () => {
  afterAll(() => rspamd[Symbol.asyncDispose]())
  beforeEach(() => {
    rspamd.answer = harmless
  })

  test.each([
    ['as it is', 'Message-ID: <one@b.example>'],
    ['in other letters and without brackets', 'message-id:one@b.example'],
    ['on the next line', 'Message-ID:\r\n <one@b.example>'],
  ])('the verdict on a mail that came before stands, with its Message-ID %s', async (_, header) => {
    await using server = await createServerWithFilter()
    const { user, check } = await makeChecker(server)
    await reportScans(server, user, [safe, bad, safe])
    expect(await check(mailWith(header))).toMatchObject({
      threat_level: 'malicious',
      detection_reason: 'It stole a password',
      indicators: ['A forged sender'],
    })
  })

  test('a gateway that reports a Message-ID without brackets means the same mail', async () => {
    await using server = await createServerWithFilter()
    const { user, check } = await makeChecker(server)
    await reportScans(server, user, [{ ...bad, message_id: 'one@b.example' }])
    expect((await check(mailWith('Message-ID: <one@b.example>'))).threat_level).toBe('malicious')
  })

  test('what a check finds is never made milder by a kept verdict', async () => {
    await using server = await createServerWithFilter()
    const { user, check } = await makeChecker(server)
    await reportScans(server, user, [
      { ...bad, threat_level: 'suspicious' },
      { ...bad, message_id: '<two@b.example>', threat_level: 'safe' },
    ])
    rspamd.answer = {
      action: 'reject',
      symbols: { PHISHING: { score: 4, options: ['bank.example->thief.example'] } },
    }
    const stricter = await check(mailWith('Message-ID: <one@b.example>'))
    expect(stricter.threat_level).toBe('malicious')
    expect(stricter.detection_reason).toBe('A link shows one address and opens another')
    expect(stricter.indicators).toEqual(
      expect.arrayContaining(['It stole a password', 'A forged sender']),
    )
    const safeBefore = await check(mailWith('Message-ID: <two@b.example>'))
    expect(safeBefore.threat_level).toBe('malicious')
    expect(safeBefore.indicators).not.toContain('It stole a password')
  })

  test('the mail of others, other mail and mail without a Message-ID say nothing', async () => {
    await using server = await createServerWithFilter()
    const { check } = await makeChecker(server)
    const other = await makeChecker(server)
    await reportScans(server, other.user, [bad])
    expect((await check(mailWith('Message-ID: <one@b.example>'))).threat_level).toBe('safe')
    for (const header of ['Message-ID: <two@b.example>', 'Message-ID:', 'X-Id: <one@b.example>']) {
      expect((await other.check(mailWith(header))).threat_level, header).toBe('safe')
    }
  })

  test('a verdict whose time of keeping is over does not count', async () => {
    await using server = await createServerWithFilter()
    const { user } = await makeChecker(server)
    await reportScans(server, user, [{ ...bad, threat_level: 'suspicious' }])
    server.clock.pass(400 * 24 * 60 * 60_000)
    const token = await makeSession(server, user)
    const late = await server.post(path, {
      token,
      body: mailWith('Message-ID: <one@b.example>'),
    })
    expect(late.output(checkMailEndpoint).threat_level).toBe('safe')
  })
})

const dayMs = 24 * 60 * 60 * 1000

async function makeCheck(server: TestServer, userId: string) {
  const check = await beginCheck(server.services, { id: userId, organization_id: null })
  await finishCheck(server.services, check, 'suspicious')
  return check.id
}

function ids({ database }: TestServer) {
  return database.selectFrom('mail_checks').select('id').orderBy('id').execute()
}

test('that a mail was checked is kept for 30 days', async ({ server, user }) => {
  await makeCheck(server, user.id)
  server.clock.pass(29 * dayMs)
  const id = await makeCheck(server, user.id)
  await runHousekeeping(server.services)
  expect(await ids(server)).toHaveLength(2)
  server.clock.pass(dayMs)
  await runHousekeeping(server.services)
  expect(await ids(server)).toEqual([{ id }])
})

test('a check from while the clock was ahead is kept for 30 days from now', async ({ server }) => {
  const user = await makeUser(server)
  server.clock.pass(365 * dayMs)
  await makeCheck(server, user.id)
  server.clock.pass(-365 * dayMs)
  await runHousekeeping(server.services)
  expect(await ids(server)).toHaveLength(1)
  server.clock.pass(30 * dayMs)
  await runHousekeeping(server.services)
  expect(await ids(server)).toEqual([])
})

test('it goes with the user, and the checks of others stay', async ({ server }) => {
  const admin = await makeUser(server, { role: 'super_admin' })
  const user = await makeUser(server)
  await makeCheck(server, user.id)
  const kept = await makeCheck(server, admin.id)
  const token = await makeSession(server, admin)
  expect((await server.delete(`/api/admin/users/${user.id}`, { token })).status).toBe(200)
  expect(await ids(server)).toEqual([{ id: kept }])
})

test('it is part of what a user is given', async ({ server, user }) => {
  const id = await makeCheck(server, user.id)
  const unfinished = await beginCheck(server.services, {
    id: user.id,
    organization_id: null,
  })
  await makeCheck(server, (await makeUser(server)).id)
  const checked_at = server.clock().toISOString()
  expect(await exportUser(server.services, user.username)).toMatchObject({
    mail_checks: [
      { id, checked_at, threat_level: 'suspicious' },
      { id: unfinished.id, checked_at, threat_level: null },
    ],
  })
})

const rspamdCheckText = await startRspamdStandIn()

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

describe('check text', () => {
  afterAll(() => rspamdCheckText[Symbol.asyncDispose]())
  beforeEach(() => {
    rspamdCheckText.scans.length = 0
  })

  test.each([
    ['no mail filter', null],
    ['a mail filter', rspamdCheckText.url],
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
      expect(rspamdCheckText.scans).toEqual([])
      expect(rspamdCheckText.probes).toEqual([])
      expect(server.logged.join()).not.toContain('account')
    },
  )

  test('a link alone is answered, in the language that is asked for', async ({ server }) => {
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

  test('texts and files count together for the limit of checks', async ({ server }) => {
    const check = await createChecker(server)
    const mail = 'From: a@b.example\r\n\r\nHello\r\n'
    for (let checked = 0; checked < 5; checked += 1) {
      expect((await check('Hello')).status).toBe(200)
      expect((await check(mail, { type: 'message/rfc822' })).status).toBe(200)
    }
    expect(await check('Hello')).toMatchObject({ status: 429, code: 'too_many_checks' })
  })
})
