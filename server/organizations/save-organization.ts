import type { ParsedInputOf } from '../../contract/core/endpoint.ts'
import {
  organizationNameTaken,
  saveOrganizationEndpoint,
} from '../../contract/organizations/save-organization.ts'
import { setOrganizationStatusEndpoint } from '../../contract/organizations/set-organization-status.ts'
import { unknownOrganization } from '../../contract/receipts/generate-receipt.ts'
import { actorOf, recordAct } from '../audit/audit.ts'
import { HttpError } from '../core/http-error.ts'
import { isUniqueViolation } from '../database/drivers/database-error.ts'
import type { Database } from '../database/tables/tables.ts'
import { bindChange, bindUser } from '../http/bind.ts'
import type { Services } from '../http/services.ts'
import { changeOrganization, createOrganization } from './organization.ts'

/** POST /admin/organizations/detailed (R277, R278, R364). */
export function saveOrganization(services: Services) {
  return bindUser(services, saveOrganizationEndpoint, async (input, caller) => {
    try {
      const id = await services.database.transaction().execute(async (transaction) => {
        const isNew = !('id' in input)
        const saved = await save(services, transaction, input)
        await recordAct(services, transaction, actorOf(caller), {
          action: isNew ? 'organization-create' : 'organization-change',
          target: 'organization',
          targetId: saved,
        })
        return saved
      })
      return { id }
    } catch (cause) {
      if (!isUniqueViolation(cause)) throw cause
      throw new HttpError(organizationNameTaken, { name: input.name })
    }
  })
}

/** @returns the organization's id */
async function save(
  services: Services,
  database: Database,
  input: ParsedInputOf<typeof saveOrganizationEndpoint>,
): Promise<string> {
  if (!('id' in input)) return createOrganization({ ...services, database }, input)
  const { id, ...fields } = input
  await changeOrganization(database, id, fields)
  return id
}

/**
 * POST /admin/organizations/status. `maySignIn` already rejects the sessions of a suspended
 * organization; they are deleted so that they do not become valid again with the organization.
 */
export function setOrganizationStatus(services: Services) {
  return bindChange(
    services,
    setOrganizationStatusEndpoint,
    async ({ id, is_suspended }, caller, transaction) => {
      const before = await transaction
        .selectFrom('organizations')
        .select('suspended_at')
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirstOrThrow(() => new HttpError(unknownOrganization, {}))
      if ((before.suspended_at !== null) === is_suspended) return {}
      await transaction
        .updateTable('organizations')
        .set({ suspended_at: is_suspended ? services.clock().toISOString() : null })
        .where('id', '=', id)
        .execute()
      if (is_suspended) {
        const users = transaction
          .selectFrom('users')
          .select('users.id')
          .where('organization_id', '=', id)
          .where('role', '!=', 'super_admin')
        await services.authentication.endSessions(transaction, { of: users })
      }
      await recordAct(services, transaction, actorOf(caller), {
        action: is_suspended ? 'organization-suspend' : 'organization-resume',
        target: 'organization',
        targetId: id,
      })
      return {}
    },
  )
}
