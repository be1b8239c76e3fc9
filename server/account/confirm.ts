import { confirmEndpoint } from '../../../contract/endpoints/confirm.ts'
import type { Services } from '../../core/services.ts'
import { bindUser } from '../../http/bind.ts'
import { confirmSession } from '../sessions.ts'
import { createPasswordProof } from './prove-password.ts'

/** POST /auth/confirm, an addition (A528). */
export function confirm(services: Services) {
  const provePassword = createPasswordProof(services)
  return bindUser(services, confirmEndpoint, async ({ password }, caller) => {
    await provePassword(caller, password, 'password')
    await confirmSession(services, services.database, caller)
    return {}
  })
}
