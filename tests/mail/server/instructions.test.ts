import { readFileSync } from 'node:fs'
import { CompiledQuery } from 'kysely'
import { expect, test } from 'vitest'
import { queueMail } from '../../../server/mail/queue.ts'
import { UndeliverableError } from '../../../server/mail/transport.ts'
import { sendDueMails } from '../../../server/mail/worker.ts'
import { createTestServer } from '../../support/server/server.ts'

/*
 * The command of the instructions, as it stands.
 */

const operations = readFileSync('docs/operations.md', 'utf8')
const retry = /To retry it: `(update mails .+?)`/.exec(operations)?.[1] ?? ''

test('the documented command sends given-up mail again, and none whose text is deleted', async () => {
  await using server = await createTestServer()
  const { database, services } = server
  const mail = { to: 'rania@firm.example', text: 'A text' }
  await queueMail(database, services, { ...mail, subject: 'A removal' })
  await queueMail(database, services, { ...mail, subject: 'A link', holdsSecret: true })
  const refusing = {
    description: 'refuses',
    deliver: () => Promise.reject(new UndeliverableError('550')),
  }
  await sendDueMails({ ...services, transport: refusing })
  await database.executeQuery(CompiledQuery.raw(retry))
  const sent: unknown[] = []
  const transport = {
    description: 'takes',
    async deliver({ subject, body }: { readonly subject: string; readonly body: string }) {
      sent.push({ subject, body })
    },
  }
  await sendDueMails({ ...services, transport })
  expect(sent).toEqual([{ subject: 'A removal', body: 'A text' }])
})
