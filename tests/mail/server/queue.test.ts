import { expect } from 'vitest'
import { readConfiguration } from '../../../server/core/configuration.ts'
import { claimNext, recallAll } from '../../../server/database/queue.ts'
import { deleteExpired } from '../../../server/database/retention.ts'
import { createMailTransport, smtpTransport } from '../../../server/mail/create-transport.ts'
import { type OutgoingMail, queueMail } from '../../../server/mail/queue.ts'
import { composeMail, type MailTransport } from '../../../server/mail/transport.ts'
import {
  mailQueue,
  mailRetentions,
  noteFailure,
  noteSent,
  sendDueMails,
  startMailWorker,
} from '../../../server/mail/worker.ts'
import { servicesFrom } from '../../../server/services-from.ts'
import { startSmtpServer } from '../../support/mail/smtp-server.ts'
import { yearMs } from '../../support/server/clock.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { test } from '../../support/server/server-test.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

function queue({ database, services }: TestServer, subject = 'Hello') {
  return queueMail(database, services, { to: 'rania@firm.example', subject, text: 'A text' })
}

async function subjects({ database }: TestServer): Promise<string[]> {
  const rows = await database.selectFrom('mails').select('subject').orderBy('subject').execute()
  return rows.map(({ subject }) => subject)
}

async function deleteOldMails({ database, clock }: TestServer): Promise<void> {
  for (const kept of mailRetentions) await deleteExpired(database, kept, clock())
}

test.each(Array.from({ length: 9 }, (_, before) => before))(
  'mail whose attempt after %i others crashed while the clock was ahead is due when it is set back',
  async (attempts) => {
    await using server = await createTestServer()
    await queue(server)
    await server.database.updateTable('mails').set({ attempts }).execute()
    server.clock.pass(yearMs)
    expect(await claimNext(server.database, mailQueue, server.clock())).toMatchObject({
      attempts: attempts + 1,
    })
    server.clock.pass(-yearMs)
    await recallAll(server.database, mailQueue, server.clock())
    expect(await claimNext(server.database, mailQueue, server.clock())).toBeDefined()
  },
)

test('a running claim on the last attempt is not changed', async ({ server }) => {
  await queue(server)
  await server.database.updateTable('mails').set({ attempts: 8 }).execute()
  await claimNext(server.database, mailQueue, server.clock())
  await recallAll(server.database, mailQueue, server.clock())
  expect(await claimNext(server.database, mailQueue, server.clock())).toBeUndefined()
})

test('a restart does not shorten the pause after any failed attempt', async ({ server }) => {
  await queue(server)
  for (let attempts = 1; attempts <= 8; attempts += 1) {
    const mail = await claimNext(server.database, mailQueue, server.clock())
    if (mail === undefined) throw new Error('the mail is not due')
    await noteFailure(server.database, mail, new Error('no'), server.clock())
    const next = server.database.selectFrom('mails').select('next_attempt_at')
    const planned = await next.executeTakeFirstOrThrow()
    await recallAll(server.database, mailQueue, server.clock())
    expect(await next.executeTakeFirstOrThrow(), `attempt ${attempts}`).toEqual(planned)
    server.clock.pass(Date.parse(planned.next_attempt_at) - server.clock().getTime())
  }
})

test('mail that was sent while the clock was ahead is not kept until that time', async () => {
  await using server = await createTestServer()
  for (const [subject, aheadMs] of [
    ['by a clock ahead', minuteMs + 1],
    ['by another server', minuteMs],
  ] as const) {
    await queue(server, subject)
    const mail = await claimNext(server.database, mailQueue, server.clock())
    server.clock.pass(aheadMs)
    await noteSent(server.database, mail?.id ?? '', server.clock())
    server.clock.pass(-aheadMs)
  }
  await deleteOldMails(server)
  expect(await subjects(server)).toEqual(['by another server'])
})

test('mail that was given up while the clock was ahead is kept for 30 days after it is set back', async () => {
  await using server = await createTestServer()
  await queue(server)
  const aYearOn = new Date(server.clock().getTime() + yearMs).toISOString()
  await server.database.updateTable('mails').set({ given_up_at: aYearOn }).execute()
  await deleteOldMails(server)
  server.clock.pass(30 * dayMs - 1)
  await deleteOldMails(server)
  expect(await subjects(server)).toHaveLength(1)
  server.clock.pass(1)
  await deleteOldMails(server)
  expect(await subjects(server)).toEqual([])
})

test('the mail that has been due longest is sent first, whatever the order of the queue', async () => {
  await using server = await createTestServer()
  await queue(server, 'failed once')
  const failed = await claimNext(server.database, mailQueue, server.clock())
  if (failed === undefined) throw new Error('nothing was due')
  await noteFailure(server.database, failed, new Error('no route'), server.clock())
  await queue(server, 'new')
  server.clock.pass(30_000)
  await queue(server, 'newer')
  server.clock.pass(minuteMs)
  const claimed: (string | undefined)[] = []
  for (let count = 0; count < 3; count += 1) {
    claimed.push((await claimNext(server.database, mailQueue, server.clock()))?.subject)
  }
  expect(claimed).toEqual(['new', 'newer', 'failed once'])
})

const mail = { to: 'rania@example.test', subject: 'A subject', text: 'A text' }

test('queued mail contains everything that is needed to send it', async ({ server }) => {
  await queueMail(server.database, server.services, mail)
  const now = server.clock().toISOString()
  expect(await server.database.selectFrom('mails').selectAll().execute()).toEqual([
    {
      id: expect.any(String),
      recipient: 'rania@example.test',
      subject: 'A subject',
      body: 'A text',
      attempts: 0,
      created_at: now,
      next_attempt_at: now,
      last_error: null,
      sent_at: null,
      given_up_at: null,
      holds_secret: 0,
      reply_to: null,
      message_id: expect.stringMatching(/^<[\da-f-]{36}@aman\.example>$/),
    },
  ])
})

test('mail about a transaction that failed is not sent', async ({ server }) => {
  const undone = server.database.transaction().execute(async (transaction) => {
    await queueMail(transaction, server.services, mail)
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect(await server.database.selectFrom('mails').selectAll().execute()).toEqual([])
})

test.each([
  [{ MAIL_FROM: 'alerts@Firm.example' }, 'firm.example'],
  [{ MAIL_FROM: 'alerts@firm.example', PUBLIC_URL: 'https://aman.firm.example' }, 'firm.example'],
  [{ PUBLIC_URL: 'https://aman.firm.example:8443' }, 'aman.firm.example'],
  [{}, 'aman.example'],
])('with %j the Message-ID ends in %s', async (environment, domain) => {
  await using server = await createTestServer()
  const { mailDomain } = servicesFrom(readConfiguration(environment))
  await queueMail(server.database, { ...server.services, mailDomain }, mail)
  const row = await server.database.selectFrom('mails').selectAll().executeTakeFirstOrThrow()
  expect(row.message_id).toBe(`<${row.id}@${domain}>`)
})

const mailFailures: OutgoingMail = {
  to: 'rania@firm.example',
  subject: 'Hello you',
  text: 'A text\n',
}

/** Sends one mail and returns its row. */
async function send(server: TestServer, url: string, overrides: Partial<OutgoingMail>) {
  await queueMail(server.database, server.services, { ...mailFailures, ...overrides })
  await sendDueMails({ ...server.services, transport: smtpTransport(url, 'no-reply@aman.example') })
  return server.database.selectFrom('mails').selectAll().executeTakeFirstOrThrow()
}

test.each([
  ['o,k@firm.example', 'RCPT TO:<"o,k"@firm.example>', 'To: <"o,k"@firm.example>'],
  ['"o,k"@firm.example', 'RCPT TO:<"o,k"@firm.example>', 'To: <"o,k"@firm.example>'],
  ['ok;a@firm.example', 'RCPT TO:<"ok;a"@firm.example>', 'To: <"ok;a"@firm.example>'],
  ['a+b@firm.example', 'RCPT TO:<a+b@firm.example>', 'To: a+b@firm.example'],
])('mail to %s is delivered', async (to, command, header) => {
  await using smtp = await startSmtpServer()
  await using server = await createTestServer()
  expect((await send(server, smtp.url, { to })).sent_at).not.toBeNull()
  const [received] = smtp.received
  expect(received?.envelope[1]).toBe(command)
  expect(received?.source.split('\n')).toContain(header)
})

test.each([
  ['o,k@firm.example', 'Reply-To: <"o,k"@firm.example>'],
  // Answers must not go to another mailbox than this one.
  ['ok<ok@firm.example', undefined],
  ['"ok>ok"@firm.example', undefined],
])('mail from %s is delivered', async (replyTo, header) => {
  await using smtp = await startSmtpServer()
  await using server = await createTestServer()
  expect((await send(server, smtp.url, { replyTo })).sent_at).not.toBeNull()
  const lines = smtp.received[0]?.source.split('\n') ?? []
  expect(lines.find((line) => line.startsWith('Reply-To'))).toBe(header)
})

test.each([
  'ok<ok@firm.example',
  '"ok>ok"@firm.example',
  'rania',
  'a b@firm.example',
  '@firm.example',
])('mail to %s is given up at once with a reason', async (to) => {
  await using smtp = await startSmtpServer()
  await using server = await createTestServer()
  const row = await send(server, smtp.url, { to })
  expect(smtp.received).toEqual([])
  expect(row).toMatchObject({
    attempts: 1,
    sent_at: null,
    given_up_at: server.clock().toISOString(),
    last_error: 'The address of the recipient is not one that mail can be sent to',
  })
  expect(server.logged.at(-1)).toMatch(/"error","mail given up".*EADDRESS.*not one that mail can/)
  expect(server.logged.join()).not.toContain(to)
})

test("the log contains the mail server's answer without the recipient and the content", async () => {
  await using smtp = await startSmtpServer()
  smtp.answer =
    '550 5.1.1 <rania@firm.example>: no mailbox rania here for "o k"@b.example, Hello you refused'
  await using server = await createTestServer()
  const row = await send(server, smtp.url, { replyTo: 'lead@firm.example' })
  expect(row.last_error).toContain('<rania@firm.example>')
  const [line = ''] = server.logged.filter((logged) => logged.includes('mail failed'))
  expect(line).toContain('550 5.1.1 <…>: no mailbox … here for …, … refused')
  expect(server.logged.join()).not.toMatch(/rania|firm|lead|Hello/)
})

const mailLog = { to: 'rania@firm.example', subject: 'Hello', text: 'A text\n' }

function transportThat(deliver: MailTransport['deliver']): MailTransport {
  return { description: 'a test', deliver }
}

const logged = (server: TestServer): unknown[] => server.logged.map((line) => JSON.parse(line))

test('names of three letters are left out of the log, and so are line breaks', async () => {
  await using server = await createTestServer()
  await queueMail(server.database, server.services, { ...mailLog, to: 'eva@firm.example' })
  const transport = transportThat(() => Promise.reject(new Error('no mailbox\r\n \t eva here')))
  await sendDueMails({ ...server.services, transport })
  expect(logged(server)).toMatchObject([['warning', 'mail failed', { cause: 'no mailbox … here' }]])
})

test('a mail is plain text, and nothing in it names a file or an address to be read', async () => {
  await using server = await createTestServer()
  await queueMail(server.database, server.services, mailLog)
  const queued = await server.database.selectFrom('mails').selectAll().executeTakeFirstOrThrow()
  expect(composeMail(queued, 'no-reply@aman.example')).toMatchObject({
    text: 'A text\n',
    textEncoding: 'quoted-printable',
    disableFileAccess: true,
    disableUrlAccess: true,
  })
})

test('mail goes to the mail server that is set, or else to files', () => {
  const shared = {
    from: 'no-reply@aman.example',
    support: 'support@aman.example',
    outboxDirectory: 'outbox',
  }
  const server = 'smtp://user:secret@mail.example:2525'
  expect(createMailTransport({ ...shared, server }).description).toBe(
    'the mail server mail.example:2525',
  )
  expect(createMailTransport({ ...shared, server: null }).description).toBe(
    'files in outbox, because SMTP_URL is not set',
  )
})

test('a worker that cannot read the mails says so and looks again later', async ({ server }) => {
  await server.database.schema.alterTable('mails').renameTo('elsewhere').execute()
  const worker = startMailWorker({ ...server.services, transport: transportThat(async () => {}) })
  await expect
    .poll(() => logged(server))
    .toEqual([['error', 'mail worker failed', { error: expect.stringContaining('mails') }]])
  await worker.stop()
})

const hourMs = 60 * minuteMs
const dayMsClockJumps = 24 * hourMs

test('mail that was postponed while the clock was ahead is sent once, as soon as it is set back', async () => {
  await using server = await createTestServer()
  const { transport, sent, state } = recordingTransport()
  const parts = { ...server.services, transport }
  state.isWell = false
  server.clock.pass(dayMsClockJumps)
  await queueMail(server.database, server.services, {
    to: 'a@b.example',
    subject: 'tried',
    text: '',
  })
  await sendDueMails(parts)
  await queueMail(server.database, server.services, { to: 'a@b.example', subject: 'new', text: '' })
  state.isWell = true
  server.clock.pass(-dayMsClockJumps)
  const worker = startMailWorker(parts)
  await expect.poll(() => sent.toSorted()).toEqual(['new', 'tried'])
  await worker.stop()
})

test('a worker notices that the clock was set back', async ({ server }) => {
  const { transport, sent } = recordingTransport()
  const mail = { to: 'a@b.example', text: '' }
  server.clock.pass(dayMsClockJumps)
  const worker = startMailWorker({ ...server.services, transport })
  await queueMail(server.database, server.services, { ...mail, subject: 'first' })
  await expect.poll(() => sent).toEqual(['first'])
  const clock = () => new Date(server.clock().getTime() + minuteMs + 1)
  await queueMail(server.database, { ...server.services, clock }, { ...mail, subject: 'second' })
  server.clock.pass(-dayMsClockJumps)
  await expect.poll(() => sent).toEqual(['first', 'second'])
  await worker.stop()
})

function recordingTransport() {
  const sent: string[] = []
  const state = { isWell: true }
  const transport: MailTransport = {
    description: 'a test',
    async deliver({ subject }) {
      if (!state.isWell) throw new Error('not now')
      sent.push(subject)
    },
  }
  return { transport, sent, state }
}
