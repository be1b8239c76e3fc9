import type { KeyNeed } from '../../../contract/gateways/admin-operator-keys.ts'
import { dayMs, isoAfter } from '../../core/clock.ts'
import type { GatewayKeys } from '../../database/tables/organizations.ts'
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

/** Long enough to install a key that was issued. */
const unusedMs = dayMs

/**
 * The operator's keys that need a super admin, the first to end first, then the oldest: without one of them no
 * mail of any organization is reported. An expired key and one that is not used are needs until they are
 * revoked.
 */
export async function findNeedyKeys(database: Database, now: Date) {
  const rows = await database
    .selectFrom('operator_keys')
    .select(['id', 'label', 'scope', 'created_at', 'expires_at'])
    .where('revoked_at', 'is', null)
    .where(({ eb, or, and }) =>
      or([
        eb('expires_at', '<=', isoAfter(now, warnedMs)),
        and([eb('last_used_at', 'is', null), eb('created_at', '<=', isoAfter(now, -unusedMs))]),
      ]),
    )
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows
    .map(({ label, ...row }) => ({ ...row, note: label, need: needOf(row, now) }))
    .toSorted((one, other) => endOf(one) - endOf(other))
}

function needOf({ expires_at }: Pick<GatewayKeys, 'expires_at'>, now: Date): KeyNeed {
  if (expires_at === null || expires_at > isoAfter(now, warnedMs)) return 'unused'
  return expires_at <= now.toISOString() ? 'expired' : 'expiring'
}

function endOf({ expires_at }: Pick<GatewayKeys, 'expires_at'>): number {
  return expires_at === null ? Number.POSITIVE_INFINITY : Date.parse(expires_at)
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
    .orderBy('organizations.id')
    .execute()
  return rows.flatMap(({ expires_at, ...row }) =>
    expires_at === null ? [] : { ...row, expires_at },
  )
}
