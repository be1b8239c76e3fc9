import { passkeysUnavailable } from '../../../contract/sign-in/sign-in-with-passkey.ts'
import { HttpError } from '../../core/http-error.ts'
import type { Services } from '../../http/services.ts'

type Settings = Pick<Services, 'publicUrl' | 'allowedOrigins'>

/** The site that passkeys belong to (WebAuthn's relying party). */
export interface RelyingParty {
  /** The host of the site. */
  readonly id: string
  /** The origins whose pages may use its passkeys. */
  readonly origins: readonly string[]
}

const ownMachine = 'localhost'

/**
 * The host of `PUBLIC_URL`, never a host that only the request names. Without the setting, `localhost`
 * alone, which leads to no other machine.
 * @param asked the server's origin in the request
 * @throws HttpError 409
 */
export function relyingParty(settings: Settings, asked: string): RelyingParty {
  const own = settings.publicUrl ?? asked
  const { hostname: id } = new URL(own)
  const isConfigured = settings.publicUrl !== null || id === ownMachine
  if (!isConfigured || !isSecure(own)) throw new HttpError(passkeysUnavailable, {})
  const origins = [own, ...settings.allowedOrigins.filter((origin) => isBelow(origin, id))]
  return { id, origins }
}

/** Whether there can be passkeys at all. */
export function hasRelyingParty({ publicUrl }: Pick<Services, 'publicUrl'>): boolean {
  return publicUrl === null || isSecure(publicUrl)
}

/** Whether passkeys work on the users' machines, and not on the server's alone. */
export function hasOwnSite({ publicUrl }: Pick<Services, 'publicUrl'>): boolean {
  return publicUrl !== null && isSecure(publicUrl)
}

/** Whether users can add a second factor of any kind. */
export function canAddFactors(services: Pick<Services, 'publicUrl' | 'sealer'>): boolean {
  return services.sealer !== null || hasRelyingParty(services)
}

/** Browsers offer passkeys over TLS and on the own machine, and for names only. */
function isSecure(origin: string): boolean {
  const { protocol, hostname } = new URL(origin)
  const isName = /[a-z]$/i.test(hostname)
  return isName && (protocol === 'https:' || hostname === ownMachine)
}

function isBelow(origin: string, id: string): boolean {
  const { hostname } = new URL(origin)
  return isSecure(origin) && (hostname === id || hostname.endsWith(`.${id}`))
}
