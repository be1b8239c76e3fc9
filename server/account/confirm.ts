import { confirmEndpoint } from '../../contract/account/confirm.ts'
import { bindUser } from '../http/bind.ts'
import type { Services } from '../http/services.ts'
import { confirmSession, createPasswordProof } from '../sign-in/sign-in.ts'

/** POST /auth/confirm, an addition. */
export function confirm(services: Services) {
  const provePassword = createPasswordProof(services)
  return bindUser(services, confirmEndpoint, async ({ password }, caller) => {
    await provePassword(caller, password, 'password')
    await confirmSession(services, services.database, caller)
    return {}
  })
}
