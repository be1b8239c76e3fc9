import {
  adminOrganizationsSaveEndpoint,
  organizationNameTaken,
} from '../../contract/endpoints/admin-organizations-save.ts'
import { actorOf, recordAct } from '../audit/record.ts'
import type { Services } from '../core/services.ts'
import { isUniqueViolation } from '../database/database-error.ts'
import { bindUser } from '../http/bind.ts'
import { HttpError } from '../http/http-error.ts'
import { createOrganization } from './organizations.ts'

/** POST /admin/organizations/detailed (R277, R278, R364). */
export function saveOrganization(services: Services) {
  return bindUser(services, adminOrganizationsSaveEndpoint, async (input, caller) => {
    try {
      const id = await services.database.transaction().execute(async (transaction) => {
        const created = await createOrganization({ ...services, database: transaction }, input)
        await recordAct(services, transaction, actorOf(caller), {
          action: 'organization-create',
          target: 'organization',
          targetId: created,
        })
        return created
      })
      return { id }
    } catch (cause) {
      if (!isUniqueViolation(cause)) throw cause
      throw new HttpError(organizationNameTaken, { name: input.name })
    }
  })
}
