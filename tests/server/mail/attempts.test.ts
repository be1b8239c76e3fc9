import { expect, test } from 'vitest'
import { claimMail, deleteOldMails, noteSent, recallMails } from '../../../server/mail/attempts.ts'
import { queueMail } from '../../../server/mail/queue.ts'
import { createTestServer, type TestServer } from '../../support/server.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const yearMs = 365 * dayMs

function queue({ database, clock }: TestServer, subject = 'Hello') {
  return queueMail(database, clock, { to: 'rania@firm.example', subject, text: 'A text' })
}

async function subjects({ database }: TestServer): Promise<string[]> {
  const rows = await database.selectFrom('mails').select('subject').orderBy('subject').execute()
  return rows.map(({ subject }) => subject)
}

test.each(Array.from({ length: 9 }, (_, before) => before))(
  'mail whose attempt after %i others a crash cut while the clock was ahead is due when it is set back',
  async (attempts) => {
    await using server = await createTestServer()
    await queue(server)
    await server.database.updateTable('mails').set({ attempts }).execute()
    server.clock.pass(yearMs)
    expect(await claimMail(server.database, server.clock())).toMatchObject({
      attempts: attempts + 1,
    })
    server.clock.pass(-yearMs)
    await recallMails(server.database, server.clock())
    expect(await claimMail(server.database, server.clock())).toBeDefined()
  },
)

test('a claim on the last attempt that runs now is left alone', async () => {
  await using server = await createTestServer()
  await queue(server)
  await server.database.updateTable('mails').set({ attempts: 8 }).execute()
  await claimMail(server.database, server.clock())
  await recallMails(server.database, server.clock())
  expect(await claimMail(server.database, server.clock())).toBeUndefined()
})

test('mail that was sent while the clock was ahead is not kept until then', async () => {
  await using server = await createTestServer()
  for (const [subject, aheadMs] of [
    ['by a clock ahead', minuteMs + 1],
    ['by another server', minuteMs],
  ] as const) {
    await queue(server, subject)
    const mail = await claimMail(server.database, server.clock())
    server.clock.pass(aheadMs)
    await noteSent(server.database, mail?.id ?? '', server.clock())
    server.clock.pass(-aheadMs)
  }
  await deleteOldMails(server.database, server.clock())
  expect(await subjects(server)).toEqual(['by another server'])
})

test('mail that was given up while the clock was ahead is kept for 30 days from when it is set back', async () => {
  await using server = await createTestServer()
  await queue(server)
  const aYearOn = new Date(server.clock().getTime() + yearMs).toISOString()
  await server.database.updateTable('mails').set({ given_up_at: aYearOn }).execute()
  await deleteOldMails(server.database, server.clock())
  server.clock.pass(30 * dayMs - 1)
  await deleteOldMails(server.database, server.clock())
  expect(await subjects(server)).toHaveLength(1)
  server.clock.pass(1)
  await deleteOldMails(server.database, server.clock())
  expect(await subjects(server)).toEqual([])
})
