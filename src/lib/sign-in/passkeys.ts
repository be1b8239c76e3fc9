import type { Capabilities } from './capabilities.ts'

/**
 * Whether this browser can use passkeys on this site: they belong to a name, never to an IP address.
 * @param offered what the backend offers
 */
export function canUsePasskeys(offered: Capabilities): boolean {
  const isAddress = /^[\d.]+$|^\[/.test(location.hostname)
  return offered.has('passkeys') && 'PublicKeyCredential' in window && !isAddress
}
