import { setTimeout } from 'node:timers/promises'
import { startServerProcess } from '../../tests/support/server-process.ts'
import { openWatch, untilWritten } from './watch.ts'

export interface Start {
  /** Undefined when it ended instead. */
  readonly url: string | undefined
  readonly code: number | null
  readonly words: string
  /** How long it was writing for. */
  readonly migratedMs: number
}

/** A start that nobody disturbs, ended when it listens. */
export async function startOnce(databaseUrl: string): Promise<Start> {
  await using watch = await openWatch(databaseUrl)
  const { starting, isOver } = begin(databaseUrl)
  await untilWritten(watch, true, isOver)
  const begun = performance.now()
  await untilWritten(watch, false, isOver)
  const migratedMs = performance.now() - begun
  const server = await starting
  const code = await server.end('SIGTERM')
  return { url: server.url, code, words: server.output().stderr, migratedMs }
}

/** @returns what a start said that was killed so long after its first write, or whose connection was cut */
export async function interrupt(
  databaseUrl: string,
  how: 'kill' | 'cut',
  afterMs: number,
): Promise<string> {
  await using watch = await openWatch(databaseUrl)
  const killing = new AbortController()
  const { starting, isOver } = begin(databaseUrl, killing.signal)
  await untilWritten(watch, true, isOver)
  await setTimeout(afterMs)
  if (how === 'kill') killing.abort()
  else await watch.cutAll()
  const server = await starting
  await server.end('SIGKILL')
  return server.output().stderr
}

function begin(databaseUrl: string, killing?: AbortSignal) {
  let isOver = false
  const starting = startServerProcess({ DATABASE_URL: databaseUrl }, [], killing).finally(() => {
    isOver = true
  })
  return { starting, isOver: () => isOver }
}
