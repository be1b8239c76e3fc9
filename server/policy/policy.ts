// Purpose: the privacy policy.
// May import: core, http.
// Start reading: policy.ts.

import { baseLocale } from '../../contract/core/locale.ts'
import { policyEndpoint } from '../../contract/policy/policy.ts'
import { contentIn } from '../core/locale.ts'
import { bindPublic } from '../http/bind.ts'
import type { Services } from '../http/services.ts'

/** GET /privacy-policy (R286, R351). */
export function policy(services: Services) {
  return bindPublic(services, policyEndpoint, (input) =>
    contentIn(services.policies, input?.locale ?? baseLocale),
  )
}
