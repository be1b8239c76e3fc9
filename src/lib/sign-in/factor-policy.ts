import type { OutputOf } from '../../../contract/core/endpoint.ts'
import {
  setFactorPolicyEndpoint,
  showFactorPolicyEndpoint,
} from '../../../contract/sign-in/admin-factor-policy.ts'
import { factorPolicies } from '../../../contract/sign-in/factor-policy.ts'
import { call } from '../core/api/http.ts'
import { createResource } from '../core/api/resource.ts'
import { confirm } from '../core/ui-state/dialogs.ts'
import { reportFailure, type Submitted } from '../core/ui-state/form.ts'
import { noticesAbout } from '../core/ui-state/notices.ts'
import { callConfirmed } from './confirmation.ts'
import { createOrganizationResource } from './organization-sign-in.ts'
import { reloadUser } from './session.ts'
import { $factorPolicyWords } from './words/factor-policy.words.yaml'

export { factorPolicies }
export type FactorPolicyState = OutputOf<typeof showFactorPolicyEndpoint>

const kept: Submitted = { status: 'kept' }
const notices = noticesAbout('factor-policy')

export const organizationFactorPolicy = createOrganizationResource((organization_id) =>
  call(showFactorPolicyEndpoint, { organization_id }),
)

export const adminsFactorPolicy = createResource(() => call(showFactorPolicyEndpoint, {}))

/**
 * Sets the policy that is chosen in the form, after a question if users are locked out until they have
 * added a factor.
 * @param organizationId without one, the policy is that of super admins
 */
export async function saveFactorPolicy(
  form: FormData,
  before: FactorPolicyState,
  organizationId: string | undefined,
): Promise<Submitted> {
  const factorPolicyWords = $factorPolicyWords.get()
  notices.drop()
  const policy = factorPolicies.find((known) => known === form.get('policy')) ?? before.policy
  const locked = policy === 'required' ? before.users_without_factor : 0
  const question = { text: factorPolicyWords.question(locked), action: factorPolicyWords.require }
  if (policy !== before.policy && locked > 0 && !(await confirm(question))) return kept
  try {
    await callConfirmed(setFactorPolicyEndpoint, {
      policy,
      ...(organizationId === undefined ? {} : { organization_id: organizationId }),
    })
  } catch (error) {
    return reportFailure(notices, error, { prefix: factorPolicyWords.failed }, form)
  }
  notices.success(factorPolicyWords.saved)
  if (organizationId !== undefined) await organizationFactorPolicy.reload()
  else {
    await adminsFactorPolicy.reload()
    // The policy may be about this user, too.
    await reloadUser()
  }
  return kept
}
