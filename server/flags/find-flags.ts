import { sql } from 'kysely'
import type { Services } from '../core/services.ts'
import type { Database, Flags } from '../database/tables.ts'
import { isIgnored } from './public-mail.ts'

/** A mail to a user from a sender's address in canonical form. */
export interface FlaggedMail {
  readonly userId: string
  readonly sender: string
}

type FoundFlag = Pick<Flags, 'id' | 'flag_type' | 'user_id' | 'value'>

/**
 * Looks up many flags in one statement through the index. A flag on the address takes precedence over
 * one on its domain, and that over one on a parent domain, which only red flags cover.
 */
export async function findFlags(
  { database, trustablePublicMail }: Pick<Services, 'database' | 'trustablePublicMail'>,
  mails: readonly FlaggedMail[],
): Promise<(mail: FlaggedMail) => FoundFlag | undefined> {
  const keys = mails.flatMap(({ userId, sender }) =>
    valuesFor(sender).map((value) => ({ userId, value })),
  )
  const distinct = new Map(keys.map((key) => [`${key.userId} ${key.value}`, key]))
  if (distinct.size === 0) return () => undefined
  // With a list of pairs under `in` SQLite scans all flags; a join uses the index.
  const wanted = sql.join([...distinct.values()].map((key) => sql`(${key.userId}, ${key.value})`))
  const { rows } = await sql<FoundFlag>`
    with wanted (user_id, value) as (values ${wanted})
    select flags.id, flags.flag_type, flags.user_id, flags.value
    from wanted join flags on flags.user_id = wanted.user_id and flags.value = wanted.value
  `.execute(database)
  const applied = rows.filter((flag) => !isIgnored(flag, trustablePublicMail))
  const found = new Map(applied.map((row) => [`${row.user_id} ${row.value}`, row]))
  return ({ userId, sender }) => {
    const [address, domain, ...parents] = valuesFor(sender).map((value) =>
      found.get(`${userId} ${value}`),
    )
    return address ?? domain ?? parents.find((flag) => flag?.flag_type === 'red')
  }
}

/** The address, its domain, and the parent domains of at least two labels, nearest first. */
function valuesFor(sender: string): string[] {
  const labels = sender.slice(sender.lastIndexOf('@') + 1).split('.')
  const domains = labels.map((_, position) => labels.slice(position).join('.'))
  const [domain = '', ...above] = domains
  return [sender, domain, ...above.slice(0, -1)]
}

/** Adds to the counts of mails that red flags have blocked. */
export async function countBlocked(
  database: Database,
  blockedBy: readonly string[],
): Promise<void> {
  for (const [count, ids] of groupByCount(blockedBy)) {
    await database
      .updateTable('flags')
      .set((column) => ({ blocked_count: column('blocked_count', '+', count) }))
      .where('id', 'in', ids)
      .execute()
  }
}

/** Groups flags with the same count, so that they share a statement. */
function groupByCount(ids: readonly string[]): Map<number, string[]> {
  const counts = Map.groupBy(ids, (id) => id)
  const groups = Map.groupBy(counts, ([, same]) => same.length)
  return new Map([...groups].map(([count, entries]) => [count, entries.map(([id]) => id)]))
}
