import { expect, test } from 'vitest'
import { queueMail } from '../../../server/mail/queue.ts'
import { createTestServer } from '../../support/server.ts'

const mail = { to: 'rania@example.test', subject: 'A subject', text: 'A text' }

test('a mail waits with everything that sending it takes', async () => {
  await using server = await createTestServer()
  await queueMail(server.database, server.clock, mail)
  const now = server.clock().toISOString()
  expect(await server.database.selectFrom('mails').selectAll().execute()).toEqual([
    {
      id: expect.any(String),
      recipient: 'rania@example.test',
      subject: 'A subject',
      body: 'A text',
      created_at: now,
      attempts: 0,
      next_attempt_at: now,
      sent_at: null,
      last_error: null,
      given_up_at: null,
      reply_to: null,
      message_id: expect.stringMatching(/^<\S+@aman>$/),
    },
  ])
})

test('a mail about what did not happen is not sent', async () => {
  await using server = await createTestServer()
  const undone = server.database.transaction().execute(async (transaction) => {
    await queueMail(transaction, server.clock, mail)
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect(await server.database.selectFrom('mails').selectAll().execute()).toEqual([])
})
