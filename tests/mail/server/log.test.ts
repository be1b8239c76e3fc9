import { expect, test } from 'vitest'
import { createMailTransport } from '../../../server/mail/create-transport.ts'
import { queueMail } from '../../../server/mail/queue.ts'
import { composeMail, type MailTransport } from '../../../server/mail/transport.ts'
import { sendDueMails, startMailWorker } from '../../../server/mail/worker.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'

const mail = { to: 'rania@firm.example', subject: 'Hello', text: 'A text\n' }

function transportThat(deliver: MailTransport['deliver']): MailTransport {
  return { description: 'a test', deliver }
}

const logged = (server: TestServer): unknown[] => server.logged.map((line) => JSON.parse(line))

test('names of three letters are left out of the log, and so are line breaks', async () => {
  await using server = await createTestServer()
  await queueMail(server.database, server.services, { ...mail, to: 'eva@firm.example' })
  const transport = transportThat(() => Promise.reject(new Error('no mailbox\r\n \t eva here')))
  await sendDueMails({ ...server.services, transport })
  expect(logged(server)).toMatchObject([['warning', 'mail failed', { cause: 'no mailbox … here' }]])
})

test('a mail is plain text, and nothing in it names a file or an address to be read', async () => {
  await using server = await createTestServer()
  await queueMail(server.database, server.services, mail)
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

test('a worker that cannot read the mails says so and looks again later', async () => {
  await using server = await createTestServer()
  await server.database.schema.alterTable('mails').renameTo('elsewhere').execute()
  const worker = startMailWorker({ ...server.services, transport: transportThat(async () => {}) })
  await expect
    .poll(() => logged(server))
    .toEqual([['error', 'mail worker failed', { error: expect.stringContaining('mails') }]])
  await worker.stop()
})
