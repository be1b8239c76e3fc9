import * as v from 'valibot'
import { canonicalBy, givenLine } from './basic.ts'
import { canonicalDomain } from './domain.ts'
import { limits } from './limits.ts'

/** The dot-string of RFC 5321, with letters of every script as RFC 6531 allows. */
const dotString = /^[^\s"(),.:;<>@[\\\]]+(?:\.[^\s"(),.:;<>@[\\\]]+)*$/
const quotedString = /^"((?:[^"\\]|\\.)*)"$/
/** Not valid in RFC 5321 without quotes, but sent in practice. */
const bareString = /^[^\s"@\\]+$/
/** A host given as an IP address, for example `[192.0.2.1]`. */
const addressLiteral = /^\[[a-z\d:.-]+\]$/
const longestLocalPartBytes = 64
/** As in RFC 5321, which does not allow underscores. */
const mailDomain = /^[a-z\d-]{1,63}(?:\.[a-z\d-]{1,63})*$/

export function splitAddress(address: string): [localPart: string, domain: string] {
  const at = address.lastIndexOf('@')
  return at < 0 ? ['', ''] : [address.slice(0, at), address.slice(at + 1)]
}

/** @returns the address with its domain in canonical form; undefined if it cannot receive mail */
function canonicalEmail(text: string): string | undefined {
  const [localPart, domain] = splitAddress(text)
  if (!dotString.test(localPart)) return undefined
  if (new TextEncoder().encode(localPart).length > longestLocalPartBytes) return undefined
  const canonical = canonicalDomain(domain)
  if (canonical === undefined || !mailDomain.test(canonical)) return undefined
  return `${localPart}@${canonical}`
}

/**
 * Like `canonicalEmail`, for addresses of other mail systems. Quotes around a local part are not part
 * of the name and are kept only where RFC 5321 needs them.
 */
export function canonicalForeignAddress(text: string): string | undefined {
  const [localPart, domain] = splitAddress(text)
  const quoted = quotedString.exec(localPart)?.[1]?.replaceAll(/\\(.)/g, '$1')
  const name = quoted ?? (bareString.test(localPart) ? localPart : undefined)
  const canonical = canonicalDomain(domain) ?? addressLiteral.exec(domain)?.[0]
  if (name === undefined || canonical === undefined) return undefined
  const written = dotString.test(name) ? name : `"${name.replaceAll(/["\\]/g, '\\$&')}"`
  return `${written}@${canonical}`
}

const addressLine = v.pipe(givenLine(limits.email), v.toLowerCase())

/** An email address that Aman sends mail to, in canonical form. */
export const email = v.pipe(addressLine, canonicalBy(canonicalEmail, 'not_an_email'))

/** The sender or recipient of a mail, in canonical form. */
export const foreignAddress = v.pipe(
  addressLine,
  canonicalBy(canonicalForeignAddress, 'not_an_email'),
)
