import { hashSecret, newSecret } from '../../core/secrets.ts'
import type { CallContext } from '../../http/call-context.ts'
import type { Services } from '../../http/services.ts'
import { readSignInCookie, signInCookie } from '../sessions/sign-in-cookie.ts'
import { challengeLifeMs } from './challenges.ts'

const name = 'aman_challenge'

/** A new cookie for a new challenge: one that the client chose is never adopted. */
export function bindToBrowser(services: Services, context: CallContext) {
  const value = newSecret()
  return {
    boundTo: hashSecret(value),
    cookie: signInCookie(services, context, name, { value, lifeMs: challengeLifeMs }),
  }
}

/** The browser that the challenge is bound to; undefined without a cookie. */
export function boundBrowser(services: Services, context: CallContext): string | undefined {
  const value = readSignInCookie(services, context, name)
  return value === undefined ? undefined : hashSecret(value)
}
