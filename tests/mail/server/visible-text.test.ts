import { expect, test } from 'vitest'
import { queueMail } from '../../../server/mail/queue.ts'
import { createTestServer } from '../../support/server/server.ts'

test('direction controls are visible in a mail, because its text comes from users', async () => {
  await using server = await createTestServer()
  await queueMail(server.database, server.services, {
    to: 'support@firm.example',
    subject: 'Help\u202e',
    text: 'The file is invoice\u202efdp.exe\n',
  })
  const [mail] = await server.database.selectFrom('mails').select(['subject', 'body']).execute()
  expect(mail).toEqual({ subject: 'Help[U+202E]', body: 'The file is invoice[U+202E]fdp.exe\n' })
})
