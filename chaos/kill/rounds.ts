import { setTimeout } from 'node:timers/promises'
import { startServerProcess } from '../../tests/support/server-process.ts'
import { createCaller, Gone } from './caller.ts'
import { type Findings, findUnfinished, inspect } from './inspect.ts'
import { Ledger } from './ledger.ts'
import { prepareStage, type Stage } from './stage.ts'
import { type Writer, writers } from './writers.ts'

const longestLifeMs = 400

export interface KillFigures extends Findings {
  readonly kills: number
  readonly acknowledged: number
}

/** Every round: start on the same data, write from several connections, SIGKILL, look. */
export async function killRepeatedly(databaseUrl: string, kills: number): Promise<KillFigures> {
  const stage = await prepareStage(databaseUrl)
  const ledger = new Ledger()
  const findings: Findings[] = []
  for (let round = 0; round < kills; round += 1) {
    const server = await startOn(databaseUrl)
    const writing = Promise.all(
      writers.map((writer) => writeUntilGone(server.url, writer, stage, ledger)),
    )
    const killing = new AbortController()
    try {
      // An unexpected answer ends the round at once.
      await Promise.race([writing, live(ledger, round % 2 === 1, killing.signal)])
    } finally {
      killing.abort()
      await server.end('SIGKILL')
    }
    await writing
    findings.push(await inspect(databaseUrl, ledger))
  }
  // What was left to be done later is done by the next server, before anybody has to ask for it.
  await (await startOn(databaseUrl)).end('SIGTERM')
  findings.push(await inspect(databaseUrl, ledger))
  return {
    kills,
    acknowledged: ledger.acknowledged,
    lost: findings.flatMap(({ lost }) => lost),
    halfDone: [
      ...findings.flatMap(({ halfDone }) => halfDone),
      ...(await findUnfinished(databaseUrl)),
    ],
    corrupt: findings.flatMap(({ corrupt }) => corrupt),
  }
}

/** @param waitsForFirst acknowledged write, which a busy machine may not make in such a short life */
async function live(ledger: Ledger, waitsForFirst: boolean, killing: AbortSignal): Promise<void> {
  const before = ledger.acknowledged
  while (waitsForFirst && ledger.acknowledged === before && !killing.aborted) await setTimeout(5)
  await setTimeout(Math.random() * longestLifeMs)
}

export async function startOn(databaseUrl: string) {
  const server = await startServerProcess({
    DATABASE_URL: databaseUrl,
    SUPPORT_REQUESTS_PER_HOUR: '1000000',
    FLAGS_PER_USER: '1000000',
  })
  const { url } = server
  if (url === undefined) throw new Error(`no start: ${server.output().stderr}`)
  return { url, end: server.end }
}

export async function writeUntilGone(url: string, write: Writer, stage: Stage, ledger: Ledger) {
  const caller = createCaller(url)
  try {
    for (;;) await write(caller, stage, ledger)
  } catch (cause) {
    if (!(cause instanceof Gone)) throw cause
  } finally {
    caller.end()
  }
}
