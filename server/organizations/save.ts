import { adminOrganizationsSaveEndpoint } from '../../src/lib/contract/admin-organizations-save.ts'
import { actorOf, recordAct } from '../audit/record.ts'
import { isUniqueViolation } from '../database/conflict.ts'
import { type Binding, bindPerson } from '../http/bind.ts'
import { Refusal } from '../http/refusals.ts'
import type { Parts } from '../parts.ts'
import { createOrganization } from './organizations.ts'

/** POST /admin/organizations/detailed (R277, R278, R364). */
export function saveOrganization(parts: Parts): Binding {
  return bindPerson(parts, adminOrganizationsSaveEndpoint, async (input, caller) => {
    try {
      const id = await parts.database.transaction().execute(async (transaction) => {
        const created = await createOrganization({ ...parts, database: transaction }, input)
        await recordAct(parts, transaction, actorOf(caller), {
          action: 'organization-create',
          target: 'organization',
          targetId: created,
        })
        return created
      })
      return { id }
    } catch (cause) {
      if (!isUniqueViolation(cause)) throw cause
      throw new Refusal(409, `There is an organization named ${input.name} already`)
    }
  })
}
