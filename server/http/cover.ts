import type { KeyScope } from '../../contract/core/key-scope.ts'
import type { Cover } from '../core/ports.ts'
import { isOneOf } from '../database/search-index.ts'
import type { Database } from '../database/tables/tables.ts'

/** The organizations of a cover, by id. */
export function coveredOrganizations(database: Database, cover: Cover) {
  const organizations = database
    .selectFrom('organizations')
    .select(['organizations.id', 'organizations.suspended_at'])
    .orderBy('organizations.id')
  if ('organizationId' in cover) {
    return organizations.where('organizations.id', '=', cover.organizationId)
  }
  if (cover.coversAll) return organizations
  return organizations.where('organizations.id', 'in', (query) =>
    query
      .selectFrom('covered_organizations')
      .select('organization_id')
      .where('key_id', '=', cover.operatorKeyId),
  )
}

/** @returns those of some organizations that are covered */
export async function findCovered(database: Database, cover: Cover, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, { readonly isSuspended: boolean }>()
  const rows = await coveredOrganizations(database, cover)
    .where(isOneOf(database, 'organizations.id', ids))
    .execute()
  return new Map(
    rows.map(({ id, suspended_at }) => [id, { isSuspended: suspended_at !== null }] as const),
  )
}
/** The subject for which refused requests of a key are counted. */
export function subjectOf(cover: Cover): string {
  return 'organizationId' in cover ? cover.organizationId : cover.operatorKeyId
}

/** Keys of the operator that cover an organization and were not revoked. */
function coveringKeys(database: Database, scope: KeyScope) {
  return database
    .selectFrom('organizations')
    .innerJoin('operator_keys', (join) => join.onTrue())
    .where('operator_keys.scope', '=', scope)
    .where('operator_keys.revoked_at', 'is', null)
    .where(({ eb, or, exists, selectFrom }) =>
      or([
        eb('operator_keys.covers_all', '=', 1),
        exists(
          selectFrom('covered_organizations')
            .select('covered_organizations.key_id')
            .whereRef('covered_organizations.key_id', '=', 'operator_keys.id')
            .whereRef('covered_organizations.organization_id', '=', 'organizations.id'),
        ),
      ]),
    )
}

/** The ids of organizations with a key for reports that was not revoked, their own or the operator's. */
export function reportingOrganizations(database: Database) {
  return database
    .selectFrom('gateway_keys')
    .select('organization_id')
    .where('scope', '=', 'report')
    .where('revoked_at', 'is', null)
    .union(coveringKeys(database, 'report').select('organizations.id as organization_id'))
}

/** The keys of an organization and those of the operator that cover it, without revoked ones. */
export async function keysFor(database: Database, organizationId: string, scope: KeyScope) {
  const own = await database
    .selectFrom('gateway_keys')
    .select(['expires_at', 'last_used_at'])
    .where('organization_id', '=', organizationId)
    .where('scope', '=', scope)
    .where('revoked_at', 'is', null)
    .execute()
  const ofOperator = await coveringKeys(database, scope)
    .select(['operator_keys.expires_at', 'operator_keys.last_used_at'])
    .where('organizations.id', '=', organizationId)
    .execute()
  return [...own, ...ofOperator]
}
