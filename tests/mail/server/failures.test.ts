import { expect, test } from 'vitest'
import { smtpTransport } from '../../../server/mail/create-transport.ts'
import { type OutgoingMail, queueMail } from '../../../server/mail/queue.ts'
import { sendDueMails } from '../../../server/mail/worker.ts'
import { startSmtpServer } from '../../support/mail/smtp-server.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'

const mail: OutgoingMail = { to: 'rania@firm.example', subject: 'Hello you', text: 'A text\n' }

/** Sends one mail and returns its row. */
async function send(server: TestServer, url: string, overrides: Partial<OutgoingMail>) {
  await queueMail(server.database, server.services, { ...mail, ...overrides })
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
