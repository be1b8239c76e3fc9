import { policyEndpoint } from '../../contract/endpoints/policy.ts'
import type { Services } from '../core/services.ts'
import { type Binding, bindPublic } from '../http/bind.ts'

/** GET /privacy-policy (R286, R351). */
export function policy(services: Services): Binding {
  return bindPublic(services, policyEndpoint, () => services.policy)
}
