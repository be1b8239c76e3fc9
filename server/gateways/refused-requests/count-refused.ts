import { isOfRecipient } from '../../../contract/gateways/refused-requests.ts'
import { type Clock, minuteMs } from '../../core/clock.ts'
import { type Log, wordsForLog } from '../../core/log.ts'
import type { RefusedRequest } from '../../core/ports.ts'
import { isUnavailable } from '../../database/drivers/database-error.ts'
import type { Database, RefusedRequests } from '../../database/tables/tables.ts'
import { addCounts, withoutOrganization } from './refused-requests.ts'

interface Services {
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
}

interface RefusedCounts {
  readonly count: (request: RefusedRequest) => Promise<void>
  /** Writes what is left. */
  stop(): Promise<void>
}

/**
 * Counts refused requests in memory, in one number for each organization, scope and reason, however many
 * there are. The first is written at once, and what follows once a minute, so that a flood costs neither
 * rows nor lines of the log. Each server adds its numbers to those of the others.
 */
export function createRefusedCounts({ database, clock, log }: Services): RefusedCounts {
  const waiting = new Map<string, RefusedRequests>()
  let timer: NodeJS.Timeout | undefined
  let writing = Promise.resolve()

  async function write(): Promise<void> {
    const counts = [...waiting.values()]
    if (counts.length === 0) return
    waiting.clear()
    try {
      await addCounts(database, clock(), counts)
      const requests = counts.filter(({ reason }) => !isOfRecipient(reason))
      if (requests.length > 0) log('warning', 'requests of gateways refused', totalsOf(requests))
    } catch (cause) {
      for (const counted of counts) add(waiting, counted)
      // The next minute tries again.
      if (!isUnavailable(cause)) throw cause
    }
  }

  function pause(): void {
    timer = setTimeout(() => {
      timer = undefined
      if (waiting.size === 0) return
      pause()
      writing = write().catch((cause: unknown) =>
        log('error', 'refused requests not counted', { error: wordsForLog(cause) }),
      )
    }, minuteMs).unref()
  }

  return {
    async count({ subject = withoutOrganization, scope, reason, count = 1 }) {
      const at = clock().toISOString()
      add(waiting, { subject, scope, reason, count, first_at: at, last_at: at })
      if (timer !== undefined) return
      // Before the first await, so that only one of several concurrent requests writes.
      pause()
      await write()
    },
    async stop() {
      clearTimeout(timer)
      await writing
      await write()
    },
  }
}

function add(waiting: Map<string, RefusedRequests>, counted: RefusedRequests): void {
  const key = `${counted.subject} ${counted.scope} ${counted.reason}`
  const before = waiting.get(key)
  if (before === undefined) {
    waiting.set(key, counted)
  } else {
    before.count += counted.count
    before.last_at = counted.last_at
  }
}

/** How many requests were refused for each reason, and of how many organizations. */
function totalsOf(counts: readonly RefusedRequests[]): Record<string, number> {
  const subjects = new Set(counts.map(({ subject }) => subject))
  subjects.delete(withoutOrganization)
  const totals: Record<string, number> = { organizations: subjects.size }
  for (const { reason, count } of counts) totals[reason] = (totals[reason] ?? 0) + count
  return totals
}
