import { afterAll, beforeEach, expect, test } from 'vitest'
import { checkMailEndpoint } from '../../../contract/emails/check-mail.ts'
import type { Scan } from '../../../contract/emails/report-scans.ts'
import { harmless, startRspamdStandIn } from '../../support/mail/rspamd-stand-in.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { makeSession, makeUser, reportScans } from '../../support/worlds/factories.ts'

const path = '/api/mail-checks'
const rspamd = await startRspamdStandIn()
afterAll(() => rspamd[Symbol.asyncDispose]())
beforeEach(() => {
  rspamd.answer = harmless
})

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
