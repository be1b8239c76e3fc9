import type { CallContext } from '../../http/call-context.ts'
import type { Services } from '../../http/services.ts'
import { deviceLifeMs } from './known-devices.ts'
import { readSignInCookie, signInCookie } from './sign-in-cookie.ts'

type Settings = Pick<Services, 'publicUrl' | 'trustedProxies'>

const name = 'aman_device'

/** The device cookie (decision 0025). */
export function readDeviceCookie(services: Settings, context: CallContext): string | undefined {
  return readSignInCookie(services, context, name)
}

/** The value of a Set-Cookie header. */
export function deviceCookie(services: Settings, context: CallContext, token: string): string {
  return signInCookie(services, context, name, { value: token, lifeMs: deviceLifeMs })
}
