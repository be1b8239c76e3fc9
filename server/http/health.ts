import { healthEndpoint } from '../../src/lib/contract/health.ts'
import type { Parts } from '../parts.ts'
import { type Binding, bindPublic } from './bind.ts'

/** GET /health: whoever gets this answer reaches a server that is ready. */
export function health(parts: Parts): Binding {
  return bindPublic(parts, healthEndpoint, () => ({ status: 'ok' as const }))
}
