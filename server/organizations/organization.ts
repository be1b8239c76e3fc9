import { showOwnOrganizationEndpoint } from '../../contract/organizations/show-own-organization.ts'
import { unknownOrganization } from '../../contract/receipts/generate-receipt.ts'
import type { Clock } from '../core/clock.ts'
import { fold } from '../core/fold.ts'
import { HttpError } from '../core/http-error.ts'
import { newId } from '../database/id.ts'
import { searchTextOfOrganization } from '../database/search-index.ts'
import type { Organizations } from '../database/tables/organizations.ts'
import type { Database } from '../database/tables/tables.ts'
import { bindUser } from '../http/bind.ts'
import type { Services } from '../http/services.ts'
import type { Session } from '../http/session.ts'
import { listDomains } from './domains.ts'
import { invitationsLeft } from './invitation-limits.ts'

export type NewOrganization = Pick<Organizations, 'name'> &
  Partial<Omit<Organizations, 'id' | 'name_key' | 'created_at' | 'search_text' | 'locale'>> & {
    readonly locale?: Organizations['locale'] | undefined
  }

function organizationNameKey(name: string): string {
  return fold(name).trim()
}

/** @returns the id of the new organization */
export async function createOrganization(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  organization: NewOrganization,
): Promise<string> {
  const id = newId()
  const created_at = clock().toISOString()
  await database
    .insertInto('organizations')
    .values({
      industry: 'finance',
      contact_email: '',
      phone: '',
      address: '',
      website: '',
      employee_count: 0,
      suspended_at: null,
      judge_mode: 'mark',
      judge_per_thousand: 10,
      judge_chosen_at: created_at,
      ...organization,
      locale: organization.locale ?? null,
      id,
      name_key: organizationNameKey(organization.name),
      created_at,
      search_text: searchTextOfOrganization({ contact_email: '', ...organization }),
    })
    .execute()
  return id
}

/** @throws HttpError 404 for an unknown organization */
export async function changeOrganization(
  database: Database,
  id: string,
  organization: NewOrganization & Pick<Organizations, 'contact_email'>,
): Promise<void> {
  const { numUpdatedRows } = await database
    .updateTable('organizations')
    .set({
      ...organization,
      name_key: organizationNameKey(organization.name),
      search_text: searchTextOfOrganization(organization),
    })
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw new HttpError(unknownOrganization, {})
}

/** @throws HttpError 404 */
export async function requireOrganization(database: Database, id: string): Promise<void> {
  await database
    .selectFrom('organizations')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => new HttpError(unknownOrganization, {}))
}

/** Finds it by name, ignoring case, or by id. */
export function findOrganization(
  database: Database,
  nameOrId: string,
): Promise<{ id: string; name: string } | undefined> {
  return database
    .selectFrom('organizations')
    .select(['id', 'name'])
    .where((column) =>
      column.or([
        column('name_key', '=', organizationNameKey(nameOrId)),
        column('id', '=', nameOrId),
      ]),
    )
    .executeTakeFirst()
}

/** @returns an empty text without an organization */
export async function nameOfOrganization(database: Database, id: string | null): Promise<string> {
  if (id === null) return ''
  const row = await database
    .selectFrom('organizations')
    .select('name')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.name ?? ''
}

/** The organization of an organization admin: that of the session, never one from the input. */
export function ownOrganizationOf({ user }: Pick<Session, 'user'>): string {
  if (user.managed_organization_id === null) throw new Error('the caller manages no organization')
  return user.managed_organization_id
}

/** GET /organization. */
export function showOwnOrganization(services: Services) {
  return bindUser(services, showOwnOrganizationEndpoint, async (_input, caller) => {
    const { database } = services
    const id = ownOrganizationOf(caller)
    const domains = await listDomains(database, id)
    const named = (isApproved: boolean) =>
      domains.flatMap(({ domain, approved_at }) =>
        (approved_at !== null) === isApproved ? [domain] : [],
      )
    return {
      name: await nameOfOrganization(database, id),
      domains: named(true),
      proposed_domains: named(false),
      invitations_left: await invitationsLeft(services, database, id),
    }
  })
}
