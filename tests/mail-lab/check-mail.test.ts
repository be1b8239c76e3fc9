import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkMailEndpoint } from '../../contract/emails/check-mail.ts'
import { makeInternet } from '../../tools/mail-lab/senders.ts'
import { senders } from '../support/mail-lab/senders.ts'
import { startStandIn } from '../support/mail-lab/stand-in.ts'
import { mailPrograms, startTestLab, type TestLab } from '../support/mail-lab/start.ts'
import { createTestServer, type TestServer } from '../support/server/server.ts'
import { until } from '../support/until.ts'
import { makeSession, makeUser } from '../support/worlds/factories.ts'

/* Checks of mail with the rspamd of this machine, which exports by Aman's rule and by another one. */

const { compose } = makeInternet(Object.values(senders))

describe.skipIf(mailPrograms === undefined)('a mail that a user checks', () => {
  let aman: Awaited<ReturnType<typeof startStandIn>>
  let lab: TestLab
  let server: TestServer

  beforeAll(async () => {
    aman = await startStandIn({ red: [], green: [] })
    const anotherRule = `"Firm archive" {
    backend = "http";
    url = "${aman.origin}/api/rspamd";
    formatter = "json";
    mime_type = "application/json";
  }`
    lab = await startTestLab({
      origin: aman.origin,
      edit: (text) => text.replace(/^rules \{/m, `rules {\n  ${anotherRule}`),
    })
    server = await createTestServer({
      services: { rspamdUrl: `http://127.0.0.1:${lab.mail.ports.normal}` },
    })
  }, 120_000)
  afterAll(async () => {
    await server?.[Symbol.asyncDispose]()
    await lab?.[Symbol.asyncDispose]()
    await aman?.[Symbol.asyncDispose]()
  })

  async function check(message: Uint8Array) {
    const token = await makeSession(server, await makeUser(server))
    const answer = await server.post('/api/mail-checks', { token, body: new Uint8Array(message) })
    expect(answer.status, answer.text).toBe(200)
    return answer.output(checkMailEndpoint)
  }

  test('is judged in words, and no rule of rspamd exports any of it', async () => {
    const dangerous = await compose(senders.lookalike, {
      from: 'Olive Bank <pay@olive-branch-verify.example>',
      to: ['salma@olivebranch.example'],
      subject: 'Unpaid invoice 4711',
      text: 'Dear Salma',
      html: '<a href="http://pay-quickly.example/7">https://www.olive-bank.example/7</a>',
      attachments: [{ filename: 'invoice.pdf.exe', content: `MZ${'x'.repeat(2000)}` }],
    })
    const first = await check(dangerous.message)
    expect(first.threat_level).toBe('suspicious')
    expect(first.detection_reason).toBe('An attachment is a program with the name of a document')
    expect(first.unchecked).toEqual(expect.arrayContaining(['spf', 'address_lists', 'dkim']))
    // As the mailbox has it, with a signature that holds.
    await lab.send(senders.supplier, {
      from: 'Layla <layla@cedar-supplies.example>',
      to: ['salma@olivebranch.example'],
      subject: 'Our offer 4712',
      text: 'Dear Salma, our offer of Tuesday stands.',
    })
    expect(await until(() => lab.mailboxes.received.length > 0)).toBe(true)
    // Both rules export mail that arrives.
    expect(aman.reports.splice(-2).map(({ rcpt }) => rcpt)).toEqual([
      ['salma@olivebranch.example'],
      ['salma@olivebranch.example'],
    ])
    const second = await check(Buffer.from(lab.mailboxes.received[0]?.source ?? ''))
    expect(second).toMatchObject({ threat_level: 'safe', detection_reason: '' })
    expect(second.unchecked).not.toContain('dkim')
    // The other rule saw the mail without content, once, and Aman's own rule nothing at all.
    expect(aman.reports.map(({ rcpt }) => rcpt)).toEqual(['unknown'])
    expect(JSON.stringify(aman.reports)).toContain('mail-check@aman.invalid')
    expect(JSON.stringify(aman.reports)).not.toContain('4711')
    // Nor has its log more than the Message-ID.
    expect(await lab.mail.log('rspamd')).not.toMatch(/4711|Unpaid/)
  })
})
