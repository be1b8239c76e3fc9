import { isOfRecipient } from '../../../contract/gateways/refused-requests.ts'
import { type Clock, dayMs, isoAfter, minuteMs } from '../../core/clock.ts'
import { type Log, wordsForLog } from '../../core/log.ts'
import type { RefusedRequest } from '../../core/ports.ts'
import { isUnavailable } from '../../database/drivers/database-error.ts'
import type { Retention } from '../../database/retention.ts'
import type { RefusedRequests } from '../../database/tables/mail.ts'
import type { Database } from '../../database/tables/tables.ts'

/** The subject of requests without a key, or with an unknown one. */
export const withoutOrganization = ''

/** After a day without a refused request the reason is gone, and another one begins at 1. */
const keptMs = dayMs

/** Rows of one statement. */
const chunk = 500

/** Adds to what this server and others have counted. */
export async function addCounts(
  database: Database,
  now: Date,
  counts: readonly RefusedRequests[],
): Promise<void> {
  // Sorted, so that several servers lock rows in the same order.
  const rows = counts.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
  const over = isoAfter(now, -keptMs)
  await database.transaction().execute(async (transaction) => {
    for (let start = 0; start < rows.length; start += chunk) {
      await transaction
        .insertInto('refused_requests')
        .values(rows.slice(start, start + chunk))
        .onConflict((conflict) =>
          conflict.columns(['subject', 'scope', 'reason']).doUpdateSet((column) => ({
            count: column
              .case()
              .when('refused_requests.last_at', '<=', over)
              .then(column.ref('excluded.count'))
              .else(column('refused_requests.count', '+', column.ref('excluded.count')))
              .end(),
            first_at: column
              .case()
              .when('refused_requests.last_at', '<=', over)
              .then(column.ref('excluded.first_at'))
              .else(column.ref('refused_requests.first_at'))
              .end(),
            // Another server may have counted a later one.
            last_at: column
              .case()
              .when('refused_requests.last_at', '<', column.ref('excluded.last_at'))
              .then(column.ref('excluded.last_at'))
              .else(column.ref('refused_requests.last_at'))
              .end(),
          })),
        )
        .execute()
    }
  })
}

function keyOf({ subject, scope, reason }: RefusedRequests): string {
  return `${subject} ${scope} ${reason}`
}

/** Requests refused of an organization, or without one; the last first. */
export function readRefused(database: Database, now: Date, subject: string) {
  return recent(database, now).where('subject', '=', subject).execute()
}

/** The organizations with refused requests, with the last reason of each; suspended ones are left out. */
export async function findRefused(database: Database, now: Date) {
  const rows = await recent(database, now)
    .innerJoin('organizations', 'organizations.id', 'refused_requests.subject')
    .select(['organizations.id', 'organizations.name'])
    .where('organizations.suspended_at', 'is', null)
    .execute()
  const byId = Map.groupBy(rows, ({ id }) => id)
  return [...byId.values()].flatMap((ofOne) => {
    const [last] = ofOne
    if (last === undefined) return []
    const { id, name, scope, reason, last_at } = last
    return { id, name, scope, reason, last_at, requests: sumOf(ofOne) }
  })
}

/** Requests without a key or with an unknown one. */
export async function countUnknownKeys(database: Database, now: Date) {
  const rows = await readRefused(database, now, withoutOrganization)
  return { count: sumOf(rows), last_at: rows[0]?.last_at ?? null }
}

export const refusedRetention: Retention = {
  table: 'refused_requests',
  key: ['subject', 'scope', 'reason'],
  date: 'last_at',
  keptMs,
  future: 'redate',
}

function recent(database: Database, now: Date) {
  return database
    .selectFrom('refused_requests')
    .select(['scope', 'reason', 'count', 'first_at', 'last_at'])
    .where('last_at', '>', isoAfter(now, -keptMs))
    .orderBy('last_at', 'desc')
    .orderBy('scope', 'desc')
    .orderBy('reason')
}

function sumOf(rows: readonly Pick<RefusedRequests, 'count'>[]): number {
  return rows.reduce((sum, { count }) => sum + count, 0)
}

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
