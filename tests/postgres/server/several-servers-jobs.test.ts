import { expect, test } from 'vitest'
import { hourMs, minuteMs } from '../../../server/core/clock.ts'
import { setCounter } from '../../../server/database/counters.ts'
import { queueMail } from '../../../server/mail/queue.ts'
import type { MailTransport } from '../../../server/mail/transport.ts'
import { sendDueMails } from '../../../server/mail/worker.ts'
import { createServers, times } from '../../support/postgres/two-servers.ts'
import { visitHousekeeping } from '../../support/visit-housekeeping.ts'
import { makeSession, makeUser } from '../../support/worlds/factories.ts'

function recordingTransport(sent: string[]): MailTransport {
  return {
    description: 'a test',
    async deliver({ message_id }) {
      sent.push(message_id)
    },
  }
}

test('two servers that send at once send every mail once', { tags: ['R357'] }, async () => {
  await using servers = await createServers()
  const { one, other } = servers
  const mail = { to: 'rania@firm.example', subject: 'Hello', text: 'A text' }
  await times(40, () => queueMail(one.database, one.services, mail))
  const sent: string[] = []
  const transport = recordingTransport(sent)
  await Promise.all([one, other].map(({ services }) => sendDueMails({ ...services, transport })))
  expect(sent).toHaveLength(40)
  expect(new Set(sent).size).toBe(40)
})

test('mail that a server was sending when it died is sent by the other five minutes later', {
  tags: ['R357'],
}, async () => {
  await using servers = await createServers()
  const { one, other } = servers
  await queueMail(one.database, one.services, { to: 'a@b.example', subject: 'Hello', text: '' })
  const attempt = Promise.withResolvers<void>()
  const transport: MailTransport = {
    description: 'a test',
    deliver() {
      attempt.resolve()
      return new Promise(() => {})
    },
  }
  void sendDueMails({ ...one.services, transport })
  await attempt.promise
  const sent: string[] = []
  const parts = { ...other.services, transport: recordingTransport(sent) }
  one.clock.pass(5 * minuteMs - 1)
  await sendDueMails(parts)
  expect(sent).toHaveLength(0)
  one.clock.pass(1)
  await sendDueMails(parts)
  expect(sent).toHaveLength(1)
})

test('one of two servers runs the housekeeping, every hour', async () => {
  await using servers = await createServers()
  const { one, other } = servers
  const claims = await times(20, (position) =>
    setCounter((position % 2 === 0 ? one : other).database, 'a job', 7),
  )
  expect(claims.filter((claimed) => claimed)).toHaveLength(1)
  const endOneSession = async () => {
    await makeSession(one, await makeUser(one))
    await one.database
      .updateTable('sessions')
      .set({ expires_at: one.clock().toISOString() })
      .execute()
  }
  const sessions = () => one.database.selectFrom('sessions').select('user_id').execute()
  await endOneSession()
  await visitHousekeeping(one.services)
  expect(await sessions()).toHaveLength(0)
  await endOneSession()
  await visitHousekeeping(other.services)
  expect(await sessions()).toHaveLength(1)
  one.clock.pass(hourMs)
  await visitHousekeeping(other.services)
  expect(await sessions()).toHaveLength(0)
})
