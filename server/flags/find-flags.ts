import { sql } from 'kysely'
import { prepare } from '../database/drivers/prepare.ts'
import { isPostgres } from '../database/engine.ts'
import type { Flags } from '../database/tables/mail.ts'
import type { Database } from '../database/tables/tables.ts'
import type { Services } from '../http/services.ts'
import { isIgnored } from '../organizations/organizations.ts'

/** A mail to a user from a sender's address in canonical form. */
export interface FlaggedMail {
  readonly userId: string
  readonly sender: string
}

export type FoundFlag = Pick<Flags, 'id' | 'flag_type' | 'user_id' | 'value' | 'last_matched_on'>

/** With a list of pairs under `in` SQLite scans all flags; a join uses the index. */
const readFlags = prepare(
  (database, named: (name: 'wanted' | 'organizationId' | 'now') => string) => {
    const [wanted, organizationId] = [named('wanted'), named('organizationId')]
    // PostgreSQL keeps its plan for values that the planner cannot see, because any values cost as
    // much. The limit leaves nothing out: without it PostgreSQL expects a hundred pairs, and would
    // read all flags.
    const rows = isPostgres(database)
      ? sql`select pair ->> 0, pair ->> 1, ${organizationId}::text
        from jsonb_array_elements(${wanted}::jsonb) as pair limit (select jsonb_array_length(${wanted}::jsonb))`
      : sql`select value ->> 0, value ->> 1, ${organizationId} from json_each(${wanted})`
    const query = sql<FoundFlag>`with wanted (user_id, value, organization_id) as (${rows})
    select flags.id, flags.flag_type, flags.user_id, flags.value, flags.last_matched_on
    from wanted join flags on flags.user_id = wanted.user_id and flags.value = wanted.value
      and flags.organization_id = wanted.organization_id
    where flags.expires_at is null or flags.expires_at > ${named('now')}`
    return { compile: () => query.compile(database) }
  },
)

/**
 * Looks up many flags in one statement through the index. A flag on the address takes precedence over
 * one on its domain, and that over one on a parent domain, which only red flags cover.
 * @param organizationId the organization of all the users, as the rows have it
 */
export async function findFlags(
  { database, trustablePublicMail }: Pick<Services, 'database' | 'trustablePublicMail'>,
  organizationId: string,
  mails: readonly FlaggedMail[],
  now: Date,
): Promise<(mail: FlaggedMail) => FoundFlag | undefined> {
  const keys = mails.flatMap(({ userId, sender }) =>
    valuesFor(sender).map((value) => ({ userId, value })),
  )
  const distinct = new Map(keys.map((key) => [`${key.userId} ${key.value}`, key]))
  if (distinct.size === 0) return () => undefined
  const wanted = JSON.stringify([...distinct.values()].map(({ userId, value }) => [userId, value]))
  const rows = await readFlags(database, { wanted, organizationId, now: now.toISOString() })
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
  organizationId: string,
  blockedBy: readonly string[],
): Promise<void> {
  for (const [count, ids] of groupByCount(blockedBy)) {
    await database
      .updateTable('flags')
      .set((column) => ({ blocked_count: column('blocked_count', '+', count) }))
      .where('id', 'in', ids)
      .where('organization_id', '=', organizationId)
      .execute()
  }
}

/**
 * Notes the day on which flags last decided about a mail. Most mail of a day finds it noted already, so
 * that a report rarely costs a statement more.
 */
export async function noteMatches(
  database: Database,
  now: Date,
  organizationId: string,
  flags: readonly FoundFlag[],
): Promise<void> {
  const today = now.toISOString().slice(0, 10)
  const earlier = flags.filter(({ last_matched_on: day }) => day === null || day < today)
  if (earlier.length === 0) return
  await database
    .updateTable('flags')
    .set({ last_matched_on: today })
    .where('id', 'in', [...new Set(earlier.map(({ id }) => id))].toSorted())
    .where('organization_id', '=', organizationId)
    .execute()
}

/** Groups flags with the same count, so that they share a statement. */
function groupByCount(ids: readonly string[]): Map<number, string[]> {
  const counts = Map.groupBy(ids, (id) => id)
  const groups = Map.groupBy(counts, ([, same]) => same.length)
  return new Map([...groups].map(([count, entries]) => [count, entries.map(([id]) => id)]))
}
