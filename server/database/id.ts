import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { isPostgres } from './json-rows.ts'
import type { Database } from './tables/tables.ts'

/**
 * In rows that belong to no organization, because a key holds no null: those of users without one, and
 * mail from before a user came to the present one. No organization has it as its id, so that nothing
 * that reads by organization finds such rows.
 */
const noOrganization = ''

/** The key of rows of an organization, or of users without one (decision 0125). */
export function organizationKey(organizationId: string | null): string {
  return organizationId ?? noOrganization
}

const largestCount = 0xfff
let timeMs = 0
let count = 0

/**
 * A UUIDv7 that is greater than every earlier one of this process, also within a millisecond (RFC
 * 9562, 6.2, method 1; Node's own UUIDs are unordered there). So new rows go to the end of an index,
 * and the order of ids is the order of creation.
 */
export function newId(): string {
  const now = Date.now()
  if (now > timeMs) {
    timeMs = now
    count = 0
  } else if (count < largestCount) {
    count += 1
  } else {
    timeMs += 1
    count = 0
  }
  const time = timeMs.toString(16).padStart(12, '0')
  const version = `7${count.toString(16).padStart(3, '0')}`
  return `${time.slice(0, 8)}-${time.slice(8)}-${version}${randomUUID().slice(18)}`
}

/**
 * Waits for the named locks and holds them until the transaction ends. For invariants that a row lock
 * cannot protect, because they depend on several rows or on one that does not exist yet.
 */
export async function takeAdvisoryLock(transaction: Database, ...names: string[]): Promise<void> {
  if (!transaction.isTransaction) throw new Error('a turn ends with its transaction')
  // SQLite runs one write transaction at a time.
  if (!isPostgres(transaction)) return
  // Sorted, to avoid deadlocks.
  for (const name of names.toSorted()) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(transaction)
  }
}
