import { sql } from 'kysely'
import { countRows } from '../database/count-rows.ts'
import { isOneOf } from '../database/search-index.ts'
import type { Database } from '../database/tables/tables.ts'
import { chunked } from './chunked.ts'
import { boundsOf, type Period, wholeSince } from './report-period.ts'

/**
 * Counts acts of a team's members against attacks in a period; which mails these were about is not
 * read.
 */
export async function countActs(
  database: Database,
  organizationId: string,
  memberIds: readonly string[],
  period: Period,
) {
  const sums = {
    reported_dangerous: 0,
    reported_honest: 0,
    support_requests: 0,
    senders_blocked: 0,
    mails_checked: 0,
  }
  for await (const ids of chunked(memberIds)) {
    const members = { database, organizationId, ids, period }
    for (const { action, detail, count } of await countAudit(members)) {
      sums[actOf(action, detail)] += Number(count)
    }
    sums.senders_blocked += await countBlocked(members)
    sums.mails_checked += await countChecks(members)
  }
  return { ...sums, checks_since: wholeSince(period) }
}

interface Members {
  readonly database: Database
  readonly organizationId: string
  readonly ids: readonly string[]
  readonly period: Period
}

function actOf(action: string, detail: string) {
  if (action === 'support-request') return 'support_requests'
  return detail === 'honest' ? 'reported_honest' : 'reported_dangerous'
}

async function countAudit({ database, ids, period }: Members) {
  return database
    .selectFrom('audit')
    .leftJoin('organization_joins', 'organization_joins.user_id', 'audit.actor_id')
    .select(({ fn }) => ['action', 'detail', fn.countAll().as('count')])
    .where(isOneOf(database, 'actor_id', ids))
    .where('action', 'in', ['mail-report', 'support-request'])
    .where(isOfMember('at', period))
    .groupBy(['action', 'detail'])
    .execute()
}

function countBlocked({ database, organizationId, ids, period }: Members) {
  return countRows(
    database
      .selectFrom('flags')
      .leftJoin('organization_joins', 'organization_joins.user_id', 'flags.user_id')
      .where('flags.organization_id', '=', organizationId)
      .where(isOneOf(database, 'flags.user_id', ids))
      .where('flag_type', '=', 'red')
      .where(isOfMember('created_at', period)),
  )
}

function countChecks({ database, organizationId, ids, period }: Members) {
  return countRows(
    database
      .selectFrom('mail_checks')
      .leftJoin('organization_joins', 'organization_joins.user_id', 'mail_checks.user_id')
      .where('mail_checks.organization_id', '=', organizationId)
      .where(isOneOf(database, 'mail_checks.user_id', ids))
      .where(isOfMember('checked_at', period)),
  )
}

/** In the period, and since the user came to the organization. */
function isOfMember(date: 'at' | 'created_at' | 'checked_at', period: Period) {
  const { begin, end } = boundsOf(period)
  const at = sql.ref(date)
  return sql<boolean>`${at} >= ${begin} and ${at} < ${end} and (joined_at is null or ${at} >= joined_at)`
}
