import {
  organizationNotEmpty,
  removeOrganizationEndpoint,
} from '../../contract/organizations/remove-organization.ts'
import { unknownOrganization } from '../../contract/receipts/generate-receipt.ts'
import { actorOf, recordAct } from '../audit/audit.ts'
import { HttpError } from '../core/http-error.ts'
import { countRows } from '../database/count-rows.ts'
import { isReferenceViolation } from '../database/drivers/database-error.ts'
import { learningTables } from '../database/tables/operation.ts'
import type { Database } from '../database/tables/tables.ts'
import { bindUser } from '../http/bind.ts'
import type { Services } from '../http/services.ts'

/** Tables of an organization beside itself; their rows go with an empty one. */
const ownTables = [
  'gateway_keys',
  'covered_organizations',
  'organization_domains',
  'scim_tokens',
  'scim_settings',
  'identity_providers',
  'mailbox_credentials',
  'unlinked_identities',
  'sign_on_attempts',
  'sent_invitations',
  'arrivals',
  'flag_revisions',
  'organization_totals',
  'daily_counts',
  'judge_counts',
  ...learningTables,
] as const

/** DELETE /admin/organizations/{id}: only an organization without users, scans and receipts. */
export function removeOrganization(services: Services) {
  return bindUser(services, removeOrganizationEndpoint, async ({ id }, caller) => {
    try {
      await services.database.transaction().execute(async (transaction) => {
        await transaction
          .selectFrom('organizations')
          .select('id')
          .where('id', '=', id)
          .forUpdate()
          .executeTakeFirstOrThrow(() => new HttpError(unknownOrganization, {}))
        await requireEmpty(transaction, id)
        for (const table of ownTables) {
          await transaction.deleteFrom(table).where('organization_id', '=', id).execute()
        }
        await transaction.deleteFrom('refused_requests').where('subject', '=', id).execute()
        await transaction.deleteFrom('factor_policies').where('subject', '=', id).execute()
        await transaction.deleteFrom('organizations').where('id', '=', id).execute()
        await recordAct(services, transaction, actorOf(caller), {
          action: 'organization-remove',
          target: 'organization',
          targetId: id,
        })
      })
    } catch (cause) {
      // Meanwhile a user was created or mail was reported.
      if (isReferenceViolation(cause)) await requireEmpty(services.database, id)
      throw cause
    }
    return {}
  })
}

/** @throws HttpError 409 */
async function requireEmpty(database: Database, id: string): Promise<void> {
  const users = await countRows(database.selectFrom('users').where('organization_id', '=', id))
  const is_billed = await isBilled(database, id)
  if (users > 0 || is_billed) throw new HttpError(organizationNotEmpty, { users, is_billed })
}

async function isBilled(database: Database, id: string): Promise<boolean> {
  for (const table of ['monthly_scans', 'receipts'] as const) {
    const found = await database
      .selectFrom(table)
      .select('organization_id')
      .where('organization_id', '=', id)
      .limit(1)
      .executeTakeFirst()
    if (found !== undefined) return true
  }
  return false
}
