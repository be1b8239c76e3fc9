import { setOrganizationStatusEndpoint } from '../../contract/organizations/set-organization-status.ts'
import { unknownOrganization } from '../../contract/receipts/generate-receipt.ts'
import { actorOf, recordAct } from '../audit/audit.ts'
import { HttpError } from '../core/http-error.ts'
import { bindChange } from '../http/bind.ts'
import type { Services } from '../http/services.ts'

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
