import {
  factorsUnavailable,
  setFactorPolicyEndpoint,
  showFactorPolicyEndpoint,
} from '../../../contract/sign-in/admin-factor-policy.ts'
import { actorOf, recordAct } from '../../audit/audit.ts'
import { HttpError } from '../../core/http-error.ts'
import { takeAdvisoryLock } from '../../database/advisory-lock.ts'
import { countRows } from '../../database/count-rows.ts'
import type { Database } from '../../database/tables/tables.ts'
import { bindChange, bindUser } from '../../http/bind.ts'
import type { Services } from '../../http/services.ts'
import { requireOrganization } from '../../organizations/organizations.ts'
import {
  readFactorPolicy,
  subjectOfUser,
  superAdmins,
  writeFactorPolicy,
} from '../sessions/factor-policy.ts'
import { canAddFactors } from './relying-party.ts'

/** GET /admin/factor-policy. */
export function showFactorPolicy(services: Services) {
  const { database } = services
  return bindUser(services, showFactorPolicyEndpoint, async ({ organization_id }) => {
    if (organization_id !== undefined) await requireOrganization(database, organization_id)
    return describePolicy(database, organization_id ?? superAdmins)
  })
}

/** POST /admin/factor-policy. The same policy again changes nothing, so no time begins anew. */
export function setFactorPolicy(services: Services) {
  return bindChange(services, setFactorPolicyEndpoint, async (input, caller, transaction) => {
    const { organization_id, policy } = input
    // A policy that no user could follow would lock all of them out.
    if (policy !== 'optional' && !canAddFactors(services)) {
      throw new HttpError(factorsUnavailable, {})
    }
    const subject = organization_id ?? superAdmins
    await takeAdvisoryLock(transaction, `factor policy ${subject}`)
    if (organization_id !== undefined) await requireOrganization(transaction, organization_id)
    const before = (await readFactorPolicy(transaction, subject))?.policy ?? 'optional'
    if (before !== policy) {
      await writeFactorPolicy(services, transaction, subject, policy)
      const whose = organization_id === undefined ? 'of super admins ' : ''
      await recordAct(services, transaction, actorOf(caller), {
        action: 'factor-policy',
        target: 'organization',
        targetId: organization_id ?? null,
        detail: `${whose}from ${before} to ${policy}`,
      })
    }
    return describePolicy(transaction, subject)
  })
}

async function describePolicy(database: Database, subject: string) {
  const found = await readFactorPolicy(database, subject)
  const active = database
    .selectFrom('users')
    .where('users.is_active', '=', 1)
    .where('users.removed_at', 'is', null)
    .where(subjectOfUser, '=', subject)
  const withoutFactor = active.where(({ exists, not, selectFrom }) =>
    not(
      exists(
        selectFrom('second_factors')
          .select('second_factors.id')
          .whereRef('second_factors.user_id', '=', 'users.id'),
      ),
    ),
  )
  return {
    policy: found?.policy ?? ('optional' as const),
    set_at: found?.set_at ?? null,
    users: await countRows(active),
    users_without_factor: await countRows(withoutFactor),
  }
}
