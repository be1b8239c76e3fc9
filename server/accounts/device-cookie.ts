import { generateCookie, getCookie } from 'hono/cookie'
import { loginEndpoint } from '../../src/lib/contract/login.ts'
import { secondMs } from '../clock.ts'
import type { CallContext } from '../http/bind.ts'
import { requestOrigin } from '../http/forwarded.ts'
import type { Parts as AllParts } from '../parts.ts'
import { deviceLifeMs } from './known-devices.ts'

type Parts = Pick<AllParts, 'publicUrl' | 'trustedProxies'>

/*
 * The device cookie (decision 0025). It goes to the sign-in call alone, no script reads it, and it
 * is not authentication.
 */

/** @returns undefined without a cookie, or with one that the server cannot have made */
export function readDeviceCookie(parts: Parts, context: CallContext): string | undefined {
  const value = getCookie(context, cookieName(isSecure(parts, context)))
  return value !== undefined && /^[\w-]{43}$/.test(value) ? value : undefined
}

/** The value of a Set-Cookie header. */
export function deviceCookie(parts: Parts, context: CallContext, token: string): string {
  const secure = isSecure(parts, context)
  return generateCookie(cookieName(secure), token, {
    path: `/api${loginEndpoint.path}`,
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

function isSecure({ publicUrl, trustedProxies }: Parts, context: CallContext): boolean {
  return (publicUrl ?? requestOrigin(context, trustedProxies)).startsWith('https:')
}
