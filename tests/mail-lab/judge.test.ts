import { once } from 'node:events'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { checkMailEndpoint } from '../../contract/emails/check-mail.ts'
import { makeInternet } from '../../tools/mail-lab/senders.ts'
import { openPlace } from '../support/browser/place.ts'
import { startStandIn } from '../support/mail-lab/stand-in.ts'
import { mailPrograms, senders, startTestLab, type TestLab } from '../support/mail-lab/start.ts'
import { startServer } from '../support/server/running-server.ts'
import { createTestServer, type TestServer } from '../support/server/server.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { until } from '../support/until.ts'
import { makeOrganization, makeSession, makeUser, type Place } from '../support/worlds/factories.ts'
import { makeGatewayKey } from '../support/worlds/mail-factories.ts'

/*
 * The printed plugin in rspamd of this machine asks Aman, and stand-ins that answer as a test wants.
 */

const salma = 'salma@olivebranch.example'
const fraud = {
  from: 'Account Security <alert@olive-branch-verify.example>',
  to: [salma],
  subject: 'URGENT: confirm your password today',
  html: '<p>Dear user, your account will be SUSPENDED within 24 hours! Confirm your password now to avoid loss: <a href="https://olive-branch-verify.example/verify">Sign in and verify</a></p>',
}

/** The behaviour of a stand-in for Aman's judge with the next mail. */
type Behaviour = 'silent' | 'marks' | 'nonsense' | 'refuses'

describe.skipIf(mailPrograms === undefined)('the judge at SMTP', () => {
  const parts = new AsyncDisposableStack()
  let place: Place
  let lab: TestLab
  let organizationId: string
  let behaviour: Behaviour | 'asks' = 'asks'
  let asked = 0
  let longest = 0

  beforeAll(async () => {
    const folder = parts.use(await temporaryFolder())
    const databaseUrl = `file:${join(folder.path, 'aman.db')}`
    place = parts.use(await openPlace(databaseUrl))
    organizationId = await makeOrganization(place)
    await makeUser(place, { organizationId, email: salma })
    const server = parts.use(await startServer(databaseUrl))
    const front = createServer(async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk)
      const body = Buffer.concat(chunks)
      asked += 1
      longest = Math.max(longest, body.length)
      if (behaviour === 'silent') return
      if (behaviour === 'refuses') response.writeHead(401).end()
      else if (behaviour === 'nonsense') response.end('{"reasons": 7, "mode": {}}')
      else if (behaviour === 'marks') {
        const reasons = [{ code: 'asks_for_password', speaks: 'against' }]
        const answer = { organization_id: organizationId, mode: 'mark', score: 1, reasons }
        response.end(JSON.stringify({ ...answer, threat_level: 'suspicious' }))
      } else {
        const { authorization = '' } = request.headers
        const passed = await fetch(`${server.url}${request.url}`, {
          method: 'POST',
          headers: { authorization, 'content-type': 'message/rfc822' },
          body,
        })
        response.writeHead(passed.status).end(await passed.text())
      }
    })
    front.listen(0, '127.0.0.1')
    await once(front, 'listening')
    parts.defer(() => {
      front.closeAllConnections()
      front.close()
    })
    const address = front.address()
    const port = typeof address === 'object' ? address?.port : ''
    const analyseKey = await makeGatewayKey(place, organizationId, 'analyse')
    // The first question loads the model, and rspamd waits for an answer no longer than a second.
    const first = await fetch(`${server.url}/api/analyses`, {
      method: 'POST',
      headers: { authorization: `Bearer ${analyseKey}`, 'content-type': 'message/rfc822' },
      body: 'From: a@b.example\r\nSubject: Hello\r\n\r\nHello\r\n',
    })
    expect(first.status).toBe(200)
    lab = parts.use(
      await startTestLab({
        origin: server.url,
        reportKey: await makeGatewayKey(place, organizationId),
        flagsKey: await makeGatewayKey(place, organizationId, 'flags'),
        analyseKey,
        edit: (text) =>
          text
            .replace(/judge = "[^"]*"/, `judge = "http://127.0.0.1:${port}/api/analyses"`)
            // A slow machine judges, too.
            .replace('aman {', 'aman {\n  judge_timeout = 4.0;'),
      }),
    )
  }, 120_000)
  afterAll(() => parts.disposeAsync())
  beforeEach(() => {
    lab.mailboxes.received.length = 0
    asked = 0
    longest = 0
  })

  const lastScan = () =>
    place.database
      .selectFrom('scans')
      .select(['threat_level', 'judge_level', 'reason'])
      .orderBy('id', 'desc')
      .executeTakeFirst()
  const setMode = (judge_mode: 'off' | 'watch' | 'mark') =>
    place.database.updateTable('organizations').set({ judge_mode }).execute()
  const isDelivered = () => until(() => lab.mailboxes.received.length > 0)

  test('a mail that rspamd lets through is marked by the judge, with its reasons, and only counted while it watches', async () => {
    behaviour = 'asks'
    await setMode('off')
    expect((await lab.send(senders.lookalike, fraud)).code).toBe(250)
    expect(await lastScan()).toMatchObject({ threat_level: 'safe', judge_level: null })
    await setMode('watch')
    expect((await lab.send(senders.lookalike, fraud)).code).toBe(250)
    expect(await lastScan()).toMatchObject({ threat_level: 'safe', judge_level: 'suspicious' })
    await setMode('mark')
    expect((await lab.send(senders.lookalike, fraud)).code).toBe(250)
    const marked = await lastScan()
    expect(marked).toMatchObject({ threat_level: 'suspicious', judge_level: 'suspicious' })
    expect(marked?.reason).toContain('judge_')
    expect(asked).toBe(3)
    expect(await isDelivered()).toBe(true)
  })

  test.each(['silent', 'refuses', 'nonsense'] as const)(
    'a mail comes in while the judge is %s',
    async (how) => {
      behaviour = how
      expect((await lab.send(senders.lookalike, fraud)).code).toBe(250)
      expect(await isDelivered()).toBe(true)
      expect(asked).toBe(1)
      expect(await lastScan()).toMatchObject({ threat_level: 'safe', judge_level: null })
    },
  )

  test('the judge alone rejects no mail, however sure it is', async () => {
    behaviour = 'marks'
    const file = { filename: 'invoice.pdf.exe', content: `MZ${'x'.repeat(2000)}` }
    const worse = {
      ...fraud,
      html: '<a href="http://pay-quickly.example/7">https://www.olive-bank.example/7</a>',
      attachments: [file],
    }
    expect((await lab.send(senders.lookalike, worse)).code).toBe(250)
    expect(await isDelivered()).toBe(true)
    expect(await lastScan()).toMatchObject({ judge_level: 'suspicious' })
  })
})

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
