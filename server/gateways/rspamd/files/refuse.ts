import { canonicalDomain } from '../../../../contract/core/domain.ts'

/*
 * Text for a file of another program has no character that means anything there: neither in a
 * quoted string of UCL or Lua, nor in the user information of a URL, nor in a shell.
 */

/** @throws Error for anything but scheme, host and port */
export function requireOrigin(text: string): URL {
  const url = URL.parse(text)
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:'
  if (url === null || !isWeb || url.origin !== text.replace(/\/$/, '').toLowerCase()) {
    throw new Error('The origin must be like https://aman.firm.example')
  }
  if (!/^[\w.:[\]-]+$/.test(url.host)) throw new Error('The origin names no host')
  return url
}

/** @throws Error for a text that cannot be a gateway key */
export function requireKey(key: string): string {
  if (!/^[\w-]{1,200}$/.test(key)) throw new Error('This is no gateway key')
  return key
}

/** @throws Error for a text that is no domain */
export function requireDomain(text: string): string {
  const domain = canonicalDomain(text)
  if (domain === undefined || !/^[a-z\d_.-]+$/.test(domain)) throw new Error('This is no domain')
  return domain
}

/** A text for a comment that ends with its line. */
export function oneLine(text: string): string {
  return text
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
