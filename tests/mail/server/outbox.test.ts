import { existsSync } from 'node:fs'
import { open, readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { runHousekeeping } from '../../../server/housekeeping.ts'
import { outboxTransport } from '../../../server/mail/create-transport.ts'
import { queueMail } from '../../../server/mail/queue.ts'
import { sendDueMails } from '../../../server/mail/worker.ts'
import { createTestServer } from '../../support/server/server.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const dayMs = 24 * 60 * 60 * 1000

test('without a mail server each mail is one file that only the server may read', async () => {
  await using folder = await temporaryFolder()
  const directory = join(folder.path, 'outbox')
  await using server = await createTestServer()
  const transport = outboxTransport(directory, 'no-reply@aman.example')
  expect(transport.description).toBe(`files in ${directory}, because SMTP_URL is not set`)
  for (const to of ['../../a@firm.example', 'b@firm.example']) {
    await queueMail(server.database, server.services, { to, subject: 'Hello', text: 'A text\n' })
  }
  await sendDueMails({ ...server.services, transport })
  // Like after a crash between sending and recording it.
  await server.database.updateTable('mails').set({ sent_at: null, attempts: 0 }).execute()
  server.clock.pass(dayMs)
  await sendDueMails({ ...server.services, transport })
  expect((await stat(directory)).mode & 0o777).toBe(0o700)
  const files = (await readdir(directory)).sort()
  expect(files).toHaveLength(2)
  for (const file of files) expect(file).toMatch(/^[\da-f-]{36}\.eml$/)
  const sources: string[] = []
  for (const file of files) {
    expect((await stat(join(directory, file))).mode & 0o777).toBe(0o600)
    sources.push(await readFile(join(directory, file), 'utf8'))
  }
  expect(sources.join('')).toMatch(/^To: b@firm\.example$/m)
  for (const source of sources) expect(source).toMatch(/\n\nA text\n$/)
})

test('a mail is on the disk before its file has its final name', async () => {
  await using folder = await temporaryFolder()
  await using server = await createTestServer()
  await using probe = await open(join(folder.path, 'probe'), 'w')
  const handles = Object.getPrototypeOf(probe)
  const directory = join(folder.path, 'outbox')
  const sync: () => Promise<void> = handles.sync
  const namesAtSync: string[][] = []
  const spy = vi.spyOn(handles, 'sync').mockImplementation(async function (this: unknown) {
    namesAtSync.push(existsSync(directory) ? await readdir(directory) : [])
    await sync.call(this)
  })
  try {
    const mail = { to: 'a@firm.example', subject: 'Hello', text: 'A text\n' }
    await queueMail(server.database, server.services, mail)
    const transport = outboxTransport(directory, 'no-reply@aman.example')
    await sendDueMails({ ...server.services, transport })
  } finally {
    spy.mockRestore()
  }
  expect(namesAtSync).toEqual([[expect.stringMatching(/\.part$/)]])
  expect(await readdir(directory)).toEqual([expect.stringMatching(/\.eml$/)])
})

test('sent mail is deleted after a day, and given up mail after thirty', async () => {
  await using server = await createTestServer()
  const mail = { to: 'a@firm.example', subject: 'Hello', text: 'A text\n' }
  for (let count = 0; count < 3; count += 1) await queueMail(server.database, server.services, mail)
  const [sent, givenUp] = await server.database.selectFrom('mails').select('id').execute()
  const now = server.clock().toISOString()
  const mails = server.database.updateTable('mails')
  await mails
    .set({ sent_at: now })
    .where('id', '=', sent?.id ?? '')
    .execute()
  await mails
    .set({ given_up_at: now })
    .where('id', '=', givenUp?.id ?? '')
    .execute()
  const countAfter = async (milliseconds: number) => {
    server.clock.pass(milliseconds)
    await runHousekeeping(server.services)
    return (await server.database.selectFrom('mails').select('id').execute()).length
  }
  expect(await countAfter(dayMs - 1)).toBe(3)
  expect(await countAfter(1)).toBe(2)
  expect(await countAfter(29 * dayMs - 1)).toBe(2)
  expect(await countAfter(1)).toBe(1)
})
