import type { Kysely } from 'kysely'
import * as v from 'valibot'
import { canonicalDomain } from '../../../contract/core/domain.ts'
import { foreignAddress } from '../../../contract/core/email.ts'
import { flagValue } from '../../../contract/flags/flag.ts'
import type { Tables } from '../tables/tables.ts'

/** Converts flags, users' addresses and senders' domains to canonical form. */
export async function up(database: Kysely<unknown>): Promise<void> {
  const tables = database.withTables<Pick<Tables, 'flags' | 'users' | 'scans'>>()
  await canonicaliseFlags(tables)
  await canonicaliseUsers(tables)
  await canonicaliseSenders(tables)
}

/** Merges flags that become equal into the oldest one, with the sum of their counts. */
async function canonicaliseFlags(database: Kysely<Pick<Tables, 'flags'>>): Promise<void> {
  const flags = await database
    .selectFrom('flags')
    .select(['id', 'user_id', 'value', 'blocked_count'])
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const canonical = flags.map((flag) => ({
    ...flag,
    canonical: canonicalOr(flagValue, flag.value),
  }))
  const groups = Map.groupBy(canonical, (flag) => `${flag.user_id} ${flag.canonical}`)
  for (const [oldest, ...others] of groups.values()) {
    if (oldest === undefined) continue
    if (others.length === 0 && oldest.canonical === oldest.value) continue
    for (const { id } of others) await database.deleteFrom('flags').where('id', '=', id).execute()
    const counts = [oldest, ...others].map(({ blocked_count }) => blocked_count)
    await database
      .updateTable('flags')
      .set({
        value: oldest.canonical,
        blocked_count: counts.reduce((sum, count) => sum + count, 0),
      })
      .where('id', '=', oldest.id)
      .execute()
  }
}

/** Leaves an address unchanged if its canonical form belongs to another user. */
async function canonicaliseUsers(database: Kysely<Pick<Tables, 'users'>>): Promise<void> {
  const users = await database.selectFrom('users').select(['id', 'email']).execute()
  const taken = new Set(users.map(({ email }) => email))
  for (const { id, email } of users) {
    const canonical = canonicalOr(foreignAddress, email)
    if (taken.has(canonical)) continue
    taken.add(canonical)
    await database.updateTable('users').set({ email: canonical }).where('id', '=', id).execute()
  }
}

async function canonicaliseSenders(database: Kysely<Pick<Tables, 'scans'>>): Promise<void> {
  const senders = await database.selectFrom('scans').select('sender_domain').distinct().execute()
  for (const { sender_domain } of senders) {
    const canonical = canonicalDomain(sender_domain)
    if (canonical === undefined || canonical === sender_domain) continue
    await database
      .updateTable('scans')
      .set({ sender_domain: canonical })
      .where('sender_domain', '=', sender_domain)
      .execute()
  }
}

/** Returns invalid text unchanged. */
function canonicalOr(schema: v.GenericSchema<string, string>, text: string): string {
  const read = v.safeParse(schema, text)
  return read.success ? read.output : text
}
