import { expect, test } from 'vitest'
import { readConfiguration } from '../../../server/core/configuration.ts'
import { queueMail } from '../../../server/mail/queue.ts'
import { servicesFrom } from '../../../server/services-from.ts'
import { createTestServer } from '../../support/server/server.ts'

const mail = { to: 'rania@example.test', subject: 'A subject', text: 'A text' }

test('queued mail contains everything that is needed to send it', async () => {
  await using server = await createTestServer()
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

test('mail about a transaction that failed is not sent', async () => {
  await using server = await createTestServer()
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
