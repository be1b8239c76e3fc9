import type { LRUCache } from 'lru-cache'
import { type Clock, clockSkewMs } from './clock.ts'

interface Work {
  readonly everyMs: number
  /** How long running attempts may continue when the server stops; then `cut` is aborted. */
  readonly graceMs: number
  /** @param stop is aborted when nothing new may begin */
  run(stop: AbortSignal, cut: AbortSignal): Promise<void>
  readonly onFailure: (cause: unknown) => void
  /** Resolves when what `run` left running has ended. */
  readonly rest?: () => Promise<void>
}

/** Runs now and again and again, with pauses between, until it is stopped, also after a failure. */
export function startBackgroundWork({ everyMs, graceMs, run, onFailure, rest }: Work): {
  stop(): Promise<void>
} {
  const stopping = new AbortController()
  const cutting = new AbortController()
  let running = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  const look = () => {
    running = run(stopping.signal, cutting.signal)
      // The database may be busy; the next run tries again.
      .catch(onFailure)
      .then(() => {
        if (!stopping.signal.aborted) timer = setTimeout(look, everyMs).unref()
      })
  }
  look()
  return {
    async stop() {
      stopping.abort()
      clearTimeout(timer)
      const cutOff = setTimeout(() => cutting.abort(), graceMs)
      await running
      await rest?.()
      clearTimeout(cutOff)
    },
  }
}

/** Calls `recall` at the first look and whenever the clock was set back since the last one. */
export function createRecall(
  clock: Clock,
  recall: (now: Date) => Promise<void>,
): () => Promise<void> {
  let latest = Number.POSITIVE_INFINITY
  return async () => {
    const now = clock()
    if (now.getTime() < latest - clockSkewMs) await recall(now)
    latest = now.getTime()
  }
}

/**
 * The options of a cache that forgets the oldest entries beyond a number. As a size, because the room
 * for a maximum number is allocated when the cache is made.
 */
export function atMost<Key extends {}, Value extends {}>(
  entries: number,
): LRUCache.Options<Key, Value, unknown> {
  return { maxSize: entries, sizeCalculation: () => 1 }
}
