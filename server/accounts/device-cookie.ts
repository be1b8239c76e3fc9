import { generateCookie, getCookie } from 'hono/cookie'
import { signInEndpoint } from '../../contract/endpoints/sign-in.ts'
import { secondMs } from '../core/clock.ts'
import type { Services as AllServices } from '../core/services.ts'
import type { CallContext } from '../http/call-context.ts'
import { requestOrigin } from '../http/forwarded.ts'
import { deviceLifeMs } from './known-devices.ts'

type Services = Pick<AllServices, 'publicUrl' | 'trustedProxies'>

/*
 * The device cookie (decision 0025). It goes to the sign-in call alone, no script reads it, and it
 * is not authentication.
 */

/** @returns undefined without a cookie, or with one that the server cannot have made */
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

/** Browsers take the prefix from TLS only, so that no one between browser and server can set the cookie. */
function cookieName(secure: boolean): string {
  return secure ? '__Secure-aman_device' : 'aman_device'
}

function isSecure({ publicUrl, trustedProxies }: Services, context: CallContext): boolean {
  return (publicUrl ?? requestOrigin(context, trustedProxies)).startsWith('https:')
}
