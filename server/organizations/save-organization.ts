import type { ParsedInputOf } from '../../contract/core/endpoint.ts'
import {
  organizationNameTaken,
  saveOrganizationEndpoint,
} from '../../contract/organizations/save-organization.ts'
import { actorOf, recordAct } from '../audit/audit.ts'
import { HttpError } from '../core/http-error.ts'
import { isUniqueViolation } from '../database/drivers/database-error.ts'
import type { Database } from '../database/tables/tables.ts'
import { bindUser } from '../http/bind.ts'
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
