import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { openByUrl } from '../../bench/database.ts'
import type { Database } from '../../server/database/tables.ts'
import { makeSession, makeUser } from '../../tests/support/factories.ts'
import { type ServerProcess, startServerProcess } from '../../tests/support/server-process.ts'
import { type Caller, createCaller } from '../kill/caller.ts'
import { type HostileSmtpServer, type illnesses, startHostileSmtpServer } from './hostile-smtp.ts'

const requestsEach = 30
/** How long a server stays ill once the first mail has reached it. */
const illForMs = 4000
const patienceMs = 60_000

export interface IllnessFigures {
  readonly illness: string
  readonly requests: number
  readonly longestCallMs: number
  /** Sent more than once, under one Message-ID. */
  readonly repeated: number
  readonly missing: number
  readonly stopMs: number
  readonly exitCode: number | null
  /** By how much the process grew meanwhile. */
  readonly grownMiB: number
}

/** Requests come in while the mail server is ill; it gets well, and ill once more when Aman is to stop. */
export async function suffer(
  databaseUrl: string,
  illness: (typeof illnesses)[number],
): Promise<IllnessFigures> {
  await using cleanUp = new AsyncDisposableStack()
  const database = await openByUrl(databaseUrl)
  cleanUp.defer(() => database.destroy())
  const place = { database, clock: () => new Date() }
  const token = await makeSession(place, await makeUser(place, { role: 'team_lead' }))
  const smtp = cleanUp.use(await startHostileSmtpServer())
  const server = await startServerProcess({
    DATABASE_URL: databaseUrl,
    SMTP_URL: smtp.url,
    SUPPORT_REQUESTS_PER_HOUR: '1000000',
  })
  cleanUp.defer(async () => void (await server.end('SIGKILL')))
  if (server.url === undefined) throw new Error(`no start: ${server.output().stderr}`)
  const caller = createCaller(server.url)
  cleanUp.defer(() => caller.end())
  const before = residentMiB(server)

  smtp.become(illness)
  let longestCallMs = await askSupport(caller, token)
  await untilReached(smtp)
  const end = performance.now() + illForMs
  for (let count = 1; count < requestsEach; count += 1) {
    longestCallMs = Math.max(longestCallMs, await askSupport(caller, token))
  }
  await setTimeout(Math.max(0, end - performance.now()))
  const grownMiB = residentMiB(server) - before
  smtp.become('well')
  await untilSent(database)
  const taken = [...smtp.taken]

  smtp.become(illness)
  await askSupport(caller, token)
  await untilReached(smtp)
  const stopping = performance.now()
  const exitCode = await server.end('SIGTERM')
  return {
    illness,
    requests: requestsEach,
    longestCallMs,
    repeated: taken.length - new Set(taken).size,
    missing: requestsEach - new Set(taken).size,
    stopMs: performance.now() - stopping,
    exitCode,
    grownMiB,
  }
}

/** @returns how long the caller waited */
async function askSupport(caller: Caller, token: string): Promise<number> {
  const started = performance.now()
  const request = { request_type: 'general_support', priority: 'low', description: 'x' }
  await caller.call('POST', '/team/support-request', token, { ...request, subject: randomUUID() })
  return performance.now() - started
}

async function untilReached(smtp: HostileSmtpServer): Promise<void> {
  const end = performance.now() + patienceMs
  while (smtp.connections() === 0 && performance.now() < end) await setTimeout(10)
}

/** As if the pauses between the attempts were over. */
async function untilSent(database: Database): Promise<void> {
  const end = performance.now() + patienceMs
  while (performance.now() < end) {
    const { numUpdatedRows } = await database
      .updateTable('mails')
      .set({ next_attempt_at: new Date().toISOString() })
      .where('sent_at', 'is', null)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) return
    await setTimeout(500)
  }
}

function residentMiB({ pid }: ServerProcess): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024
}
