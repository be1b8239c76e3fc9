import { dayMs, isoAfter } from '../../core/clock.ts'
import type { Database } from '../../database/tables/tables.ts'

/** How long before its end a key is warned of. */
const warnedMs = 14 * dayMs
/** A key without use for so long has been replaced, or belongs to a silent gateway. */
const inUseMs = 3 * dayMs

/** Keys that gateways use and that expire soon. Those of suspended organizations do not count. */
function expiring(database: Database, now: Date) {
  return database
    .selectFrom('gateway_keys')
    .innerJoin('organizations', 'organizations.id', 'gateway_keys.organization_id')
    .where('gateway_keys.revoked_at', 'is', null)
    .where('gateway_keys.expires_at', '>', now.toISOString())
    .where('gateway_keys.expires_at', '<=', isoAfter(now, warnedMs))
    .where('gateway_keys.last_used_at', '>', isoAfter(now, -inUseMs))
    .where('organizations.suspended_at', 'is', null)
}

/** For the alert, with those of the operator. */
export async function countExpiringKeys(database: Database, now: Date): Promise<number> {
  const ofOrganizations = await expiring(database, now)
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  const ofOperator = await database
    .selectFrom('operator_keys')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .where('expires_at', '<=', isoAfter(now, warnedMs))
    .where('last_used_at', '>', isoAfter(now, -inUseMs))
    .executeTakeFirstOrThrow()
  return Number(ofOrganizations.count) + Number(ofOperator.count)
}

/** The organizations with such keys, the first to end first. */
export async function findExpiringKeys(database: Database, now: Date) {
  const rows = await expiring(database, now)
    .select(({ fn }) => [
      'organizations.id',
      'organizations.name',
      fn.min('gateway_keys.expires_at').as('expires_at'),
    ])
    .groupBy(['organizations.id', 'organizations.name'])
    .orderBy('expires_at')
    .execute()
  return rows.flatMap(({ expires_at, ...row }) =>
    expires_at === null ? [] : { ...row, expires_at },
  )
}
