import { dayMs, isoAfter } from '../../core/clock.ts'
import type { Retention } from '../../database/retention.ts'
import type { Database, RefusedRequests } from '../../database/tables/tables.ts'

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
