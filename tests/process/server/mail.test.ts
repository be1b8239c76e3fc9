import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from '../../../server/database/opening/open.ts'
import { startSmtpServer } from '../../support/mail/smtp-server.ts'
import { type ServerProcess, startServerProcess } from '../../support/server/server-process.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { makeSession, makeUser } from '../../support/worlds/factories.ts'

/** Each test starts the command several times: only a hang takes this long. */
const hangMs = 120_000
/** An attempt times out after a minute. Without that, a call and a shutdown take three seconds. */
const lessThanAnAttemptMs = 50_000

async function prepare(folder: string) {
  const path = join(folder, 'aman.db')
  const database = await openDatabase(path)
  const place = { database, clock: () => new Date() }
  const token = await makeSession(place, await makeUser(place, { role: 'team_lead' }))
  await database.destroy()
  return { path, token, environment: { DATABASE_URL: `file:${path}` } }
}

/** Deleted when the test ends, however it ends. */
async function startServer(
  environment: Record<string, string>,
  signal: AbortSignal,
): Promise<ServerProcess & AsyncDisposable> {
  const server = await startServerProcess(environment, [], signal)
  return {
    ...server,
    async [Symbol.asyncDispose]() {
      await server.end('SIGKILL')
    },
  }
}

/** Skips the pauses between attempts. */
async function makeDue(path: string): Promise<void> {
  const database = await openDatabase(path)
  await database.updateTable('mails').set({ next_attempt_at: new Date().toISOString() }).execute()
  await database.destroy()
}

async function askSupport(url: string | undefined, token: string, subject: string) {
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
}

test('a request that was acknowledged before a crash is mailed once afterwards', {
  tags: ['R357'],
  timeout: hangMs,
}, async ({ signal }) => {
  await using folder = await temporaryFolder()
  const { path, token, environment } = await prepare(folder.path)
  const subjects = ['first', 'second', 'third']
  for (const subject of subjects) {
    await using server = await startServer(environment, signal)
    expect(server.output().stdout).toContain(`"mail":"files in ${folder.path}/outbox`)
    await askSupport(server.url, token, subject)
    await server.end('SIGKILL')
  }
  // Mail that a killed server was sending is retried after five minutes.
  await makeDue(path)
  await using last = await startServer(environment, signal)
  const outbox = join(folder.path, 'outbox')
  const files = async () =>
    (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith('.eml'))
  await expect.poll(async () => (await files()).length).toBe(3)
  const mails = await Promise.all(
    (await files()).map((name) => readFile(join(outbox, name), 'utf8')),
  )
  const found = mails.map((mail) => /^Subject: \[high\] (.+)$/m.exec(mail)?.[1]).sort()
  expect(found).toEqual(subjects.sort())
  expect(await last.end('SIGTERM')).toBe(0)
})

test('a mail server that does not answer delays no call, and gets the mail when it is back', {
  tags: ['R357'],
  timeout: hangMs,
}, async ({ signal }) => {
  await using folder = await temporaryFolder()
  const { path, token, environment } = await prepare(folder.path)
  await using mute = await startSmtpServer('mute')
  await using hanging = await startServer({ ...environment, SMTP_URL: mute.url }, signal)
  await askSupport(hanging.url, token, 'one')
  await expect.poll(() => mute.connections).toBe(1)
  const started = performance.now()
  await askSupport(hanging.url, token, 'two')
  expect(await hanging.end('SIGTERM')).toBe(0)
  expect(performance.now() - started).toBeLessThan(lessThanAnAttemptMs)
  await makeDue(path)
  await using smtp = await startSmtpServer()
  await using server = await startServer({ ...environment, SMTP_URL: smtp.url }, signal)
  await expect.poll(() => smtp.received.length).toBe(2)
  expect(await server.end('SIGTERM')).toBe(0)
})
