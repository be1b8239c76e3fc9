import { expect, test } from 'vitest'
import { claimNext, recallAll } from '../../../server/database/queue.ts'
import { deleteExpired } from '../../../server/database/retention.ts'
import { queueMail } from '../../../server/mail/queue.ts'
import { mailQueue, mailRetentions, noteFailure, noteSent } from '../../../server/mail/worker.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const yearMs = 365 * dayMs

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

test('a running claim on the last attempt is not changed', async () => {
  await using server = await createTestServer()
  await queue(server)
  await server.database.updateTable('mails').set({ attempts: 8 }).execute()
  await claimNext(server.database, mailQueue, server.clock())
  await recallAll(server.database, mailQueue, server.clock())
  expect(await claimNext(server.database, mailQueue, server.clock())).toBeUndefined()
})

test('a restart does not shorten the pause after any failed attempt', async () => {
  await using server = await createTestServer()
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
