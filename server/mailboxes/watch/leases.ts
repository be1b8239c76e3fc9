import { sql } from 'kysely'
import { dayMs, isoAfter, secondMs } from '../../core/clock.ts'
import type { Database } from '../../database/tables/tables.ts'

/*
 * Each mailbox is watched by one server at a time: its row names a server, which renews a row of its own. One
 * row is renewed however many mailboxes there are. When it ends, other servers take the mailboxes over.
 */

/** Another server goes on within 30 seconds, with the look that follows. */
export const leaseMs = 15 * secondMs

export async function renewLease(database: Database, server: string, now: Date): Promise<void> {
  const alive_until = isoAfter(now, leaseMs)
  await database
    .insertInto('mailbox_watchers')
    .values({ id: server, alive_until })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ alive_until }))
    .execute()
  await database
    .deleteFrom('mailbox_watchers')
    .where('alive_until', '<', isoAfter(now, -dayMs))
    .execute()
}

/** When a server stops, others take over at once. */
export async function endLease(database: Database, server: string): Promise<void> {
  await database.deleteFrom('mailbox_watchers').where('id', '=', server).execute()
}

/**
 * Only of users who are active, in an organization that is not suspended; by a credential only while it is that of
 * their organization, not refused, and for the address that they have.
 */
const isEligible = sql<boolean>`exists (select 1 from users
  inner join organizations on organizations.id = users.organization_id
  where users.id = mailboxes.user_id and users.is_active = 1 and users.removed_at is null
  and organizations.suspended_at is null
  and (mailboxes.credential_of is null or exists (select 1 from mailbox_credentials
    where mailbox_credentials.organization_id = mailboxes.credential_of
    and mailbox_credentials.organization_id = users.organization_id
    and mailboxes.address = users.email
    and mailbox_credentials.state = 'active')))`

export interface Claimed {
  readonly id: string
  readonly asked_at: string | null
}

/** Takes the mailboxes that no living server watches. @returns all that this server watches */
export async function claimMailboxes(
  database: Database,
  server: string,
  now: Date,
): Promise<readonly Claimed[]> {
  await database
    .updateTable('mailboxes')
    .set({ watcher: server })
    .where('state', '=', 'active')
    .where(sql<boolean>`(watcher is null or (watcher <> ${server} and not exists (
      select 1 from mailbox_watchers where mailbox_watchers.id = mailboxes.watcher
      and alive_until > ${now.toISOString()})))`)
    .where(isEligible)
    .execute()
  return database
    .selectFrom('mailboxes')
    .select(['id', 'asked_at'])
    .where('state', '=', 'active')
    .where('watcher', '=', server)
    .where(isEligible)
    .execute()
}

/** The mailbox is watched by another server, or not at all. */
export class LostMailboxError extends Error {
  override name = 'LostMailboxError'
}

/** Lets a number of tasks run at once. */
export type Gate = <Result>(task: () => Promise<Result>) => Promise<Result>

export function createGate(most: number): Gate {
  let places = most
  const waiting: (() => void)[] = []
  return async (task) => {
    if (places > 0) places -= 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await task()
    } finally {
      const next = waiting.shift()
      if (next === undefined) places += 1
      else next()
    }
  }
}
