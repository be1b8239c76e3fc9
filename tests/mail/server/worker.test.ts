import { existsSync } from 'node:fs'
import { open, readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, vi } from 'vitest'
import { ConnectionError } from '../../../server/database/drivers/database-error.ts'
import { runHousekeeping } from '../../../server/housekeeping.ts'
import { smtpTransport } from '../../../server/mail/create-transport.ts'
import { outboxTransport } from '../../../server/mail/outbox.ts'
import { type OutgoingMail, queueMail } from '../../../server/mail/queue.ts'
import type { MailTransport } from '../../../server/mail/transport.ts'
import { sendDueMails, startMailWorker } from '../../../server/mail/worker.ts'
import { prepareCommand } from '../../support/commands/prepare-command.ts'
import { startSmtpServer, startStrippingMailServer } from '../../support/mail/smtp-server.ts'
import { makeCertificate } from '../../support/server/certificate.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { test } from '../../support/server/server-test.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

const mail: OutgoingMail = { to: 'rania@firm.example', subject: 'Hello', text: 'A text\n' }

function queue(server: TestServer, overrides: Partial<OutgoingMail> = {}) {
  return queueMail(server.database, server.services, { ...mail, ...overrides })
}

/** A transport that records mail and then does what the test specifies. */
function createTransport(deliver: MailTransport['deliver'] = async () => {}) {
  const ids: string[] = []
  const transport: MailTransport = {
    description: 'a test',
    async deliver(queued, signal) {
      ids.push(queued.message_id)
      await deliver(queued, signal)
    },
  }
  return { ids, transport }
}

function rows({ database }: TestServer) {
  return database.selectFrom('mails').selectAll().orderBy('id').execute()
}

test('mail is sent once, with sender, recipient, subject, text and a reply address', async () => {
  await using smtp = await startSmtpServer()
  await using server = await createTestServer()
  const transport = smtpTransport(smtp.url, 'no-reply@aman.example')
  await queue(server, {
    subject: 'Grüße, أهلا',
    text: 'Ünïcode\n.\nend\n',
    replyTo: 'lead@firm.example',
  })
  await sendDueMails({ ...server.services, transport })
  await sendDueMails({ ...server.services, transport })
  expect(smtp.received).toHaveLength(1)
  const { envelope, source } = smtp.received[0] ?? { envelope: [], source: '' }
  expect(envelope.join()).toMatch(
    /^MAIL FROM:<no-reply@aman\.example>.*,RCPT TO:<rania@firm\.example>/,
  )
  expect(source).toMatch(/^From: Aman <no-reply@aman\.example>$/m)
  expect(source).toMatch(/^To: rania@firm\.example$/m)
  expect(source).toMatch(/^Reply-To: lead@firm\.example$/m)
  expect(source).toMatch(/^Subject: =\?UTF-8\?/m)
  expect(source).toMatch(/^Auto-Submitted: auto-generated$/m)
  expect(source).toMatch(/^Content-Type: text\/plain; charset=utf-8$/m)
  expect(source).toMatch(/\n=C3=9Cn=C3=AFcode\n\.\nend/)
  expect((await rows(server))[0]).toMatchObject({
    attempts: 1,
    sent_at: server.clock().toISOString(),
  })
})

test.each([
  { subject: 'Hello\r\nBcc: victim@example.test\r\n\r\nOwned' },
  { to: 'a@b.example,victim@example.test' },
  { to: 'a@b.example>\r\nRCPT TO:<victim@example.test' },
  { replyTo: 'a@b.example\r\nBcc: victim@example.test' },
  { text: 'a\r\n.\r\nMAIL FROM:<x@example.test>\r\nRCPT TO:<victim@example.test>\r\nDATA\r\n' },
])('no text of a mail becomes a header or another recipient: %j', async (overrides) => {
  await using smtp = await startSmtpServer()
  await using server = await createTestServer()
  const transport = smtpTransport(smtp.url, 'no-reply@aman.example')
  await queue(server, overrides)
  await sendDueMails({ ...server.services, transport })
  for (const { envelope, source } of smtp.received) {
    const [head = ''] = source.split('\n\n')
    expect(envelope.filter((line) => /^RCPT/.test(line))).toHaveLength(1)
    expect(envelope.join('\n')).not.toMatch(/RCPT TO:<victim@example\.test>/)
    expect(head).not.toMatch(/^Bcc/im)
  }
  // An invalid recipient gets no mail at all.
  expect(smtp.received).toHaveLength('to' in overrides ? 0 : 1)
})

test('failed mail is retried after increasing pauses and given up after days', async () => {
  await using server = await createTestServer()
  const { ids, transport } = createTransport(async () => {
    throw Object.assign(new Error('450 rania@firm.example is busy'), { code: 'EENVELOPE' })
  })
  await queue(server)
  const pauses = [1, 5, 30, 120, 720, 1440, 1440, 1440].map((minutes) => minutes * minuteMs)
  for (const [attempts, pauseMs] of pauses.entries()) {
    await sendDueMails({ ...server.services, transport })
    expect(ids).toHaveLength(attempts + 1)
    server.clock.pass(pauseMs - 1)
    await sendDueMails({ ...server.services, transport })
    expect(ids).toHaveLength(attempts + 1)
    server.clock.pass(1)
  }
  await sendDueMails({ ...server.services, transport })
  server.clock.pass(1000 * hourMs)
  await sendDueMails({ ...server.services, transport })
  expect(ids).toHaveLength(9)
  expect(new Set(ids).size).toBe(1)
  const [row] = await rows(server)
  expect(row?.given_up_at).not.toBeNull()
  expect(row?.last_error).toBe('450 rania@firm.example is busy')
  expect(server.logged.at(-1)).toMatch(/mail given up.*EENVELOPE/)
  expect(server.logged.join()).not.toContain('rania')
})

test('mail that a crash left half sent is sent again with the same Message-ID', async () => {
  await using server = await createTestServer()
  const crashed = createTransport(() => new Promise(() => {}))
  await queue(server)
  void sendDueMails({ ...server.services, transport: crashed.transport })
  await expect.poll(() => crashed.ids.length).toBe(1)
  const { ids, transport } = createTransport()
  await sendDueMails({ ...server.services, transport })
  expect(ids).toEqual([])
  server.clock.pass(5 * minuteMs)
  await sendDueMails({ ...server.services, transport })
  expect(ids).toEqual(crashed.ids)
})

test('two workers never send the same mail', async ({ server }) => {
  for (let count = 0; count < 20; count += 1) await queue(server)
  const { ids, transport } = createTransport(() => new Promise((resolve) => setImmediate(resolve)))
  const parts = { ...server.services, transport }
  await Promise.all([sendDueMails(parts), sendDueMails(parts), sendDueMails(parts)])
  // A worker that lost a race leaves the rest to the next round.
  await sendDueMails(parts)
  expect(ids).toHaveLength(20)
  expect(new Set(ids).size).toBe(20)
})

test('one mail that fails does not delay others', async ({ server }) => {
  const { transport } = createTransport(async ({ recipient }) => {
    if (recipient === 'bad@firm.example') throw new Error('no such mailbox')
  })
  await queue(server, { to: 'bad@firm.example' })
  await queue(server, { to: 'good@firm.example' })
  await sendDueMails({ ...server.services, transport })
  expect((await rows(server)).map(({ sent_at }) => sent_at !== null)).toEqual([false, true])
})

test('a mail server that is down, rejects mail or never answers is a failure like any other', async () => {
  await using mute = await startSmtpServer('mute')
  await using refusing = await startSmtpServer()
  refusing.answer = '554 rejected'
  await using server = await createTestServer()
  await queue(server)
  const urls = ['smtp://127.0.0.1:1', refusing.url]
  for (const url of urls) {
    await sendDueMails({ ...server.services, transport: smtpTransport(url, 'a@aman.example') })
    server.clock.pass(24 * hourMs)
  }
  const worker = startMailWorker({
    ...server.services,
    transport: smtpTransport(mute.url, 'a@b.c'),
  })
  await expect.poll(async () => (await rows(server))[0]?.attempts).toBe(3)
  await expect.poll(() => mute.connections).toBe(1)
  // A single attempt would take longer than the test may.
  await worker.stop()
  expect(server.logged.filter((line) => line.includes('mail failed'))).toHaveLength(3)
  expect((await rows(server))[0]).toMatchObject({ attempts: 3, sent_at: null, given_up_at: null })
})

test('sent mail is not sent again because the database was unavailable at that moment', async () => {
  await using server = await createTestServer()
  await queue(server)
  const { ids, transport } = createTransport(async () => {
    outages = 2
  })
  let outages = 0
  const database = server.database.withPlugin({
    transformQuery: ({ node }) => {
      if (outages > 0 && node.kind === 'UpdateQueryNode') {
        outages -= 1
        throw new ConnectionError('gone')
      }
      return node
    },
    transformResult: async ({ result }) => result,
  })
  await sendDueMails({ ...server.services, database, transport })
  expect(outages).toBe(0)
  // Logged once, regardless of the number of attempts.
  const failures = server.logged.filter((line) => line.includes('mail worker failed'))
  expect(failures).toEqual([expect.stringContaining('gone')])
  expect((await rows(server))[0]).toMatchObject({ attempts: 1, last_error: null })
  expect((await rows(server))[0]?.sent_at).not.toBeNull()
  server.clock.pass(24 * hourMs)
  await sendDueMails({ ...server.services, transport })
  expect(ids).toHaveLength(1)
})

test('a stopped worker finishes its current mail and starts no other', async ({ server }) => {
  const gate = Promise.withResolvers<void>()
  const { ids, transport } = createTransport(() => gate.promise)
  await queue(server)
  await queue(server)
  const worker = startMailWorker({ ...server.services, transport })
  await expect.poll(() => ids.length).toBe(1)
  const stopped = worker.stop()
  gate.resolve()
  await stopped
  expect((await rows(server)).filter(({ sent_at }) => sent_at !== null)).toHaveLength(1)
  expect(ids).toHaveLength(1)
})

const dayMs = 24 * 60 * 60 * 1000

test('without a mail server each mail is one file that only the server may read', async () => {
  await using folder = await temporaryFolder()
  const directory = join(folder.path, 'outbox')
  await using server = await createTestServer()
  const transport = outboxTransport(directory, 'no-reply@aman.example')
  expect(transport.description).toBe(`files in ${directory}, because SMTP_URL is not set`)
  for (const to of ['../../a@firm.example', 'b@firm.example']) {
    await queueMail(server.database, server.services, { to, subject: 'Hello', text: 'A text\n' })
  }
  await sendDueMails({ ...server.services, transport })
  // Like after a crash between sending and recording it.
  await server.database.updateTable('mails').set({ sent_at: null, attempts: 0 }).execute()
  server.clock.pass(dayMs)
  await sendDueMails({ ...server.services, transport })
  expect((await stat(directory)).mode & 0o777).toBe(0o700)
  const files = (await readdir(directory)).sort()
  expect(files).toHaveLength(2)
  for (const file of files) expect(file).toMatch(/^[\da-f-]{36}\.eml$/)
  const sources: string[] = []
  for (const file of files) {
    expect((await stat(join(directory, file))).mode & 0o777).toBe(0o600)
    sources.push(await readFile(join(directory, file), 'utf8'))
  }
  expect(sources.join('')).toMatch(/^To: b@firm\.example$/m)
  for (const source of sources) expect(source).toMatch(/\n\nA text\n$/)
})

test('a mail is on the disk before its file has its final name', async () => {
  await using folder = await temporaryFolder()
  await using server = await createTestServer()
  await using probe = await open(join(folder.path, 'probe'), 'w')
  const handles = Object.getPrototypeOf(probe)
  const directory = join(folder.path, 'outbox')
  const sync: () => Promise<void> = handles.sync
  const namesAtSync: string[][] = []
  const spy = vi.spyOn(handles, 'sync').mockImplementation(async function (this: unknown) {
    namesAtSync.push(existsSync(directory) ? await readdir(directory) : [])
    await sync.call(this)
  })
  try {
    const mail = { to: 'a@firm.example', subject: 'Hello', text: 'A text\n' }
    await queueMail(server.database, server.services, mail)
    const transport = outboxTransport(directory, 'no-reply@aman.example')
    await sendDueMails({ ...server.services, transport })
  } finally {
    spy.mockRestore()
  }
  expect(namesAtSync).toEqual([[expect.stringMatching(/\.part$/)]])
  expect(await readdir(directory)).toEqual([expect.stringMatching(/\.eml$/)])
})

test('sent mail is deleted after a day, and given up mail after thirty', async ({ server }) => {
  const mail = { to: 'a@firm.example', subject: 'Hello', text: 'A text\n' }
  for (let count = 0; count < 3; count += 1) await queueMail(server.database, server.services, mail)
  const [sent, givenUp] = await server.database.selectFrom('mails').select('id').execute()
  const now = server.clock().toISOString()
  const mails = server.database.updateTable('mails')
  await mails
    .set({ sent_at: now })
    .where('id', '=', sent?.id ?? '')
    .execute()
  await mails
    .set({ given_up_at: now })
    .where('id', '=', givenUp?.id ?? '')
    .execute()
  const countAfter = async (milliseconds: number) => {
    server.clock.pass(milliseconds)
    await runHousekeeping(server.services)
    return (await server.database.selectFrom('mails').select('id').execute()).length
  }
  expect(await countAfter(dayMs - 1)).toBe(3)
  expect(await countAfter(1)).toBe(2)
  expect(await countAfter(29 * dayMs - 1)).toBe(2)
  expect(await countAfter(1)).toBe(1)
})

const doctor = prepareCommand('doctor')

async function examine(SMTP_URL: string): Promise<string> {
  return doctor({ environment: { SMTP_URL, DATABASE_URL: 'file:/nowhere/aman.db' } }).then(
    ({ stdout }) => stdout,
    (error: unknown) => String(Object(error).stdout),
  )
}

async function send(url: string) {
  const server = await createTestServer()
  await queueMail(server.database, server.services, {
    to: 'rania@firm.example',
    subject: 'Hello',
    text: 'A text\n',
  })
  await sendDueMails({ ...server.services, transport: smtpTransport(url, 'no-reply@aman.example') })
  const [mail] = await server.database.selectFrom('mails').selectAll().execute()
  await server[Symbol.asyncDispose]()
  return mail
}

test('the doctor says no password without TLS, and asks for it once', async () => {
  const mail = await startStrippingMailServer(await makeCertificate(), 1)
  const url = `smtp://aman:topsecret@${mail.host}?tls.rejectUnauthorized=false`
  expect(await examine(`${url}&requireTLS=true`)).toContain('takes mail from MAIL_FROM')
  expect(mail.heard).toEqual([{ isSecure: true, password: 'topsecret' }])
  expect(mail.conversations()).toBe(1)
  mail.close()
})

test.each(['', '?requireTLS=true'])(
  'a password is not said where STARTTLS is taken out: %s',
  async (options) => {
    const mail = await startStrippingMailServer(await makeCertificate(), 0)
    const url = `smtp://aman:topsecret@${mail.host}${options}`
    expect(await examine(url)).toMatch(
      /wrong {5}Outgoing mail: .*STARTTLS.*\n +The mail server offers no TLS/,
    )
    expect(await send(url)).toMatchObject({
      sent_at: null,
      last_error: expect.stringContaining('STARTTLS'),
    })
    expect(mail.heard).toEqual([])
    mail.close()
  },
)

test('an operator may say that a password goes without TLS', async () => {
  const mail = await startStrippingMailServer(await makeCertificate(), 0)
  const url = `smtp://aman:topsecret@${mail.host}?ignoreTLS=true`
  expect(await examine(url)).toContain('takes mail from MAIL_FROM')
  expect((await send(url))?.sent_at).not.toBeNull()
  expect(mail.heard).toEqual([
    { isSecure: false, password: 'topsecret' },
    { isSecure: false, password: 'topsecret' },
  ])
  mail.close()
})
