import { setTimeout } from 'node:timers/promises'
import { startServerProcess } from '../../../tests/support/server/server-process.ts'
import { until } from '../../../tests/support/until.ts'
import { keyOfAttacks, operate, watchTransactions } from '../prove/stage.ts'

export interface Start {
  readonly code: number | null
  readonly words: string
}

/** A start that is not disturbed, ended when it listens. @returns how long it was writing, too */
export async function startOnce(databaseUrl: string) {
  await using watch = await watchTransactions(databaseUrl)
  const { starting, untilWriting } = begin(databaseUrl, watch.areWriting)
  await untilWriting(true)
  const begun = performance.now()
  await untilWriting(false)
  const migratedMs = performance.now() - begun
  const server = await starting
  const code = await server.end('SIGTERM')
  return { isServing: server.url !== undefined, code, words: server.output().stderr, migratedMs }
}

/** Kills a start so long after its first write, or cuts its connection. @returns what it said */
export async function interrupt(
  databaseUrl: string,
  how: 'kill' | 'cut',
  afterMs: number,
): Promise<string> {
  await using watch = await watchTransactions(databaseUrl)
  const killing = new AbortController()
  const { starting, untilWriting } = begin(databaseUrl, watch.areWriting, killing.signal)
  await untilWriting(true)
  await setTimeout(afterMs)
  if (how === 'kill') killing.abort()
  else await watch.cutAll()
  const server = await starting
  await server.end('SIGKILL')
  return server.output().stderr
}

function begin(databaseUrl: string, areWriting: () => Promise<boolean>, killing?: AbortSignal) {
  let isOver = false
  const starting = startServerProcess(
    { DATABASE_URL: databaseUrl, ...keyOfAttacks },
    [],
    killing,
  ).finally(() => {
    isOver = true
  })
  const untilWriting = (wanted: boolean) =>
    until(async () => isOver || (await areWriting()) === wanted, {
      everyMs: 2,
      mostMs: Number.POSITIVE_INFINITY,
    })
  return { starting, untilWriting }
}

/** Starts on a disk that takes so many blocks in a file and no more. */
export async function startWithin(databaseUrl: string, blocks: number): Promise<Start> {
  const environment = { DATABASE_URL: databaseUrl }
  const server = await startServerProcess(environment, [], undefined, `-f ${blocks}`)
  // A start that found room enough is told to stop.
  const code = await server.end('SIGKILL')
  return { code, words: server.output().stderr }
}

/** PostgreSQL's answers where its disk is full, and where it is a standby. */
export const rejections = [
  `create function no_room() returns event_trigger language plpgsql as $$ begin
     raise exception using errcode = '53100',
       message = 'could not extend file: No space left on device'; end $$;
   create event trigger no_room on ddl_command_start when tag in ('CREATE INDEX')
     execute function no_room()`,
  `do $$ begin execute format('alter database %I set default_transaction_read_only = on',
     current_database()); end $$`,
] as const

const allowWrites = `drop event trigger if exists no_room;
  drop function if exists no_room();
  do $$ begin execute format('alter database %I reset default_transaction_read_only',
    current_database()); end $$`

export async function startRejected(databaseUrl: string, rejection: string): Promise<Start> {
  await operate(databaseUrl, rejection)
  try {
    return await startOnce(databaseUrl)
  } finally {
    await operate(databaseUrl, allowWrites)
  }
}
