import { confirmEndpoint } from '../../contract/account/confirm.ts'
import type { Services } from '../core/services.ts'
import { bindUser } from '../http/bind.ts'
import { createPasswordProof } from '../sign-in/passwords/prove-password.ts'
import { confirmSession } from '../sign-in/sessions/sessions.ts'

/** POST /auth/confirm, an addition (A528). */
export function confirm(services: Services) {
  const provePassword = createPasswordProof(services)
  return bindUser(services, confirmEndpoint, async ({ password }, caller) => {
    await provePassword(caller, password, 'password')
    await confirmSession(services, services.database, caller)
    return {}
  })
}
