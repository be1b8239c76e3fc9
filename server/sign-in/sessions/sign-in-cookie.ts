import { generateCookie, getCookie } from 'hono/cookie'
import { signInWithPasswordEndpoint } from '../../../contract/sign-in/sign-in-with-password.ts'
import { secondMs } from '../../core/clock.ts'
import type { CallContext } from '../../http/call-context.ts'
import { requestOrigin } from '../../http/forwarded.ts'
import type { Services as AllServices } from '../../http/services.ts'

type Services = Pick<AllServices, 'publicUrl' | 'trustedProxies'>

/*
 * Cookies of sign-in. Browsers send them only with the calls of sign-in and the request for a new
 * password, scripts cannot read them, and none of them authenticates.
 */

/** @returns undefined if it is missing or does not have the format that the server creates */
export function readSignInCookie(
  services: Services,
  context: CallContext,
  name: string,
): string | undefined {
  const value = getCookie(context, fullName(name, isSecure(services, context)))
  return value !== undefined && /^[\w-]{43}$/.test(value) ? value : undefined
}

/** The value of a Set-Cookie header. */
export function signInCookie(
  services: Services,
  context: CallContext,
  name: string,
  { value, lifeMs }: { readonly value: string; readonly lifeMs: number },
): string {
  const secure = isSecure(services, context)
  return generateCookie(fullName(name, secure), value, {
    path: `/api${signInWithPasswordEndpoint.path}`,
    maxAge: lifeMs / secondMs,
    httpOnly: true,
    sameSite: 'Lax',
    secure,
  })
}

/** Browsers accept the prefix only over TLS, so an attacker on the network cannot set the cookie. */
function fullName(name: string, secure: boolean): string {
  return secure ? `__Secure-${name}` : name
}

function isSecure({ publicUrl, trustedProxies }: Services, context: CallContext): boolean {
  return (publicUrl ?? requestOrigin(context, trustedProxies)).startsWith('https:')
}
