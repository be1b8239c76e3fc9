import { isoAfter, minuteMs } from '../core/clock.ts'
import { countRows } from '../database/count-rows.ts'
import type { Database } from '../database/tables/tables.ts'

/** Mail is normally sent within seconds; what waits for longer has a reason. */
const usualWaitMs = 10 * minuteMs

/** As `markSilentGateways` left them: the longest silence first. */
export function findSilentGateways(database: Database) {
  return database
    .selectFrom('arrivals')
    .innerJoin('organizations', 'organizations.id', 'arrivals.organization_id')
    .select(['organizations.id', 'organizations.name', 'arrivals.silent_since'])
    .where('arrivals.silent_since', 'is not', null)
    .where('organizations.suspended_at', 'is', null)
    .orderBy('arrivals.silent_since')
    .execute()
}

/** Users of organizations that are suspended cannot come, and do not count. */
export async function countInvitedUsers(database: Database) {
  const found = await database
    .selectFrom('users')
    .select(({ fn }) => [fn.countAll().as('count'), fn.min('users.created_at').as('oldest_at')])
    .where('users.invitation_expires_at', 'is not', null)
    .where('users.password_hash', 'is', null)
    .where('users.is_active', '=', 1)
    .where('users.removed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return { count: Number(found.count), oldest_at: found.oldest_at }
}

export async function countWaitingMails(database: Database, now: Date) {
  const waiting = await database
    .selectFrom('mails')
    .select(({ fn }) => [fn.countAll().as('count'), fn.min('created_at').as('oldest_at')])
    .where('sent_at', 'is', null)
    .where('given_up_at', 'is', null)
    .where('created_at', '<=', isoAfter(now, -usualWaitMs))
    .executeTakeFirstOrThrow()
  const given_up = await countRows(
    database.selectFrom('mails').where('given_up_at', 'is not', null),
  )
  return {
    count: Number(waiting.count),
    oldest_at: waiting.oldest_at,
    given_up,
  }
}
