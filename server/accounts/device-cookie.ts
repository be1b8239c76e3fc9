import { generateCookie, getCookie } from 'hono/cookie'
import { signInEndpoint } from '../../contract/endpoints/sign-in.ts'
import { secondMs } from '../core/clock.ts'
import type { Services as AllServices } from '../core/services.ts'
import type { CallContext } from '../http/call-context.ts'
import { requestOrigin } from '../http/forwarded.ts'
import { deviceLifeMs } from './known-devices.ts'

type Services = Pick<AllServices, 'publicUrl' | 'trustedProxies'>

/*
 * The device cookie (decision 0025). Browsers send it only with the sign-in call, scripts cannot read
 * it, and it does not authenticate.
 */

/** @returns undefined if the cookie is missing or does not have the format that the server creates */
export function readDeviceCookie(services: Services, context: CallContext): string | undefined {
  const value = getCookie(context, cookieName(isSecure(services, context)))
  return value !== undefined && /^[\w-]{43}$/.test(value) ? value : undefined
}

/** The value of a Set-Cookie header. */
export function deviceCookie(services: Services, context: CallContext, token: string): string {
  const secure = isSecure(services, context)
  return generateCookie(cookieName(secure), token, {
    path: `/api${signInEndpoint.path}`,
    maxAge: deviceLifeMs / secondMs,
    httpOnly: true,
    sameSite: 'Lax',
    secure,
  })
}

/** Browsers accept the prefix only over TLS, so an attacker on the network cannot set the cookie. */
function cookieName(secure: boolean): string {
  return secure ? '__Secure-aman_device' : 'aman_device'
}

function isSecure({ publicUrl, trustedProxies }: Services, context: CallContext): boolean {
  return (publicUrl ?? requestOrigin(context, trustedProxies)).startsWith('https:')
}
