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
/** What refused requests of a key are counted for. */
export function subjectOf(cover: Cover): string {
  return 'organizationId' in cover ? cover.organizationId : cover.operatorKeyId
}
