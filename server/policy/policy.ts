import { policyEndpoint } from '../../src/lib/contract/policy.ts'
import { type Binding, bindPublic } from '../http/bind.ts'
import type { Parts } from '../parts.ts'

/** GET /privacy-policy (R286, R351). */
export function policy(parts: Parts): Binding {
  return bindPublic(parts, policyEndpoint, () => parts.policy)
}
