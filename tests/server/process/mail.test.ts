import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from '../../../server/database/open.ts'
import { makeSession, makeUser } from '../../support/factories.ts'
import { startServerProcess } from '../../support/server-process.ts'
import { startSmtpServer } from '../../support/smtp-server.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

async function prepare(path: string): Promise<string> {
  const database = await openDatabase(path)
  const place = { database, clock: () => new Date() }
  const token = await makeSession(place, await makeUser(place, { role: 'team_lead' }))
  await database.destroy()
  return token
}

/** As if the pauses were over. */
async function makeDue(path: string): Promise<void> {
  const database = await openDatabase(path)
  await database.updateTable('mails').set({ next_attempt_at: new Date().toISOString() }).execute()
  await database.destroy()
}

async function askSupport(url: string | undefined, token: string, subject: string) {
  const started = performance.now()
  const answer = await fetch(`${url}/api/team/support-request`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      request_type: 'technical_issue',
      priority: 'high',
      subject,
      description: 'A description',
    }),
  })
  expect(answer.status).toBe(200)
  return performance.now() - started
}

test('R357 a request that was acknowledged before a crash is mail after it, once', async () => {
  await using folder = await temporaryFolder()
  const path = join(folder.path, 'aman.db')
  const token = await prepare(path)
  const environment = { DATABASE_URL: `file:${path}` }
  const subjects = ['first', 'second', 'third']
  for (const subject of subjects) {
    const server = await startServerProcess(environment)
    expect(server.output().stdout).toContain(`"mail":"files in ${folder.path}/outbox`)
    await askSupport(server.url, token, subject)
    await server.end('SIGKILL')
  }
  // What a killed server was sending is taken up again after five minutes.
  await makeDue(path)
  const last = await startServerProcess(environment)
  const outbox = join(folder.path, 'outbox')
  const files = async () =>
    (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith('.eml'))
  await expect.poll(async () => (await files()).length, { timeout: 10_000 }).toBe(3)
  const mails = await Promise.all(
    (await files()).map((name) => readFile(join(outbox, name), 'utf8')),
  )
  const found = mails.map((mail) => /^Subject: \[high\] (.+)$/m.exec(mail)?.[1]).sort()
  expect(found).toEqual(subjects.sort())
  expect(await last.end('SIGTERM')).toBe(0)
}, 30_000)

test('R357 a mail server that says nothing delays no call, and one that is back gets the mail', async () => {
  await using folder = await temporaryFolder()
  const path = join(folder.path, 'aman.db')
  const token = await prepare(path)
  await using mute = await startSmtpServer('mute')
  const hanging = await startServerProcess({ DATABASE_URL: `file:${path}`, SMTP_URL: mute.url })
  for (const subject of ['one', 'two']) {
    expect(await askSupport(hanging.url, token, subject)).toBeLessThan(1000)
  }
  const started = performance.now()
  expect(await hanging.end('SIGTERM')).toBe(0)
  expect(performance.now() - started).toBeLessThan(8000)
  await makeDue(path)
  await using smtp = await startSmtpServer()
  const server = await startServerProcess({ DATABASE_URL: `file:${path}`, SMTP_URL: smtp.url })
  await expect.poll(() => smtp.received.length, { timeout: 10_000 }).toBe(2)
  expect(await server.end('SIGTERM')).toBe(0)
}, 30_000)
