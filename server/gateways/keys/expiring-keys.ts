import type { KeyNeed } from '../../../contract/gateways/admin-operator-keys.ts'
import { dayMs, isoAfter } from '../../core/clock.ts'
import { newSecret } from '../../core/sealer.ts'
import type { Database, GatewayKeys, Place } from '../../database/tables/tables.ts'
import { type KeyOptions, listedColumns, newKeyRow } from './gateway-keys.ts'

/** The organizations that a key of the operator is for: all, also those to come, or some by their ids. */
export type Covered = 'all' | readonly string[]

/** Runs in the caller's transaction. @returns the key itself, which is not stored */
export async function addOperatorKey(
  { database, clock }: Place,
  covered: Covered,
  options: KeyOptions,
  key = `aman_gateway_${newSecret()}`,
): Promise<{ id: string; key: string }> {
  const row = newKeyRow(clock, options, key)
  await database
    .insertInto('operator_keys')
    .values({ ...row, covers_all: 0 })
    .execute()
  await coverOrganizations(database, row.id, covered)
  return { id: row.id, key }
}

/** Replaces what a key covers. @returns false for a key that is unknown or revoked */
export async function coverOrganizations(
  database: Database,
  id: string,
  covered: Covered,
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('operator_keys')
    .set({ covers_all: covered === 'all' ? 1 : 0 })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await database.deleteFrom('covered_organizations').where('key_id', '=', id).execute()
  if (covered === 'all') return true
  const ids = [...new Set(covered)]
  for (let start = 0; start < ids.length; start += chunk) {
    const rows = ids
      .slice(start, start + chunk)
      .map((organization_id) => ({ key_id: id, organization_id }))
    await database.insertInto('covered_organizations').values(rows).execute()
  }
  return true
}

/** Rows of one statement. */
const chunk = 500

/** For the activity and the command. */
export function wordsOfCover(covered: Covered): string {
  return covered === 'all' ? 'all organizations' : countWords(new Set(covered).size)
}

export function countWords(count: number): string {
  return count === 1 ? '1 organization' : `${count} organizations`
}

/** The newest first, with how many organizations each covers that were chosen; without `id` all keys. */
export function readOperatorKeys({ database }: Pick<Place, 'database'>, id?: string) {
  return database
    .selectFrom('operator_keys')
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .select(({ selectFrom, fn }) => [
      ...listedColumns,
      'covers_all',
      selectFrom('covered_organizations')
        .select(fn.countAll().as('count'))
        .whereRef('key_id', '=', 'operator_keys.id')
        .$asScalar()
        .as('chosen'),
    ])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** @returns false for a key that is unknown or already revoked */
export async function endOperatorKey({ database, clock }: Place, id: string): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('operator_keys')
    .set({ revoked_at: isoAfter(clock(), 0) })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

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
