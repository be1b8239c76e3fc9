import * as v from 'valibot'
import { limits } from '../limits.ts'
import { givenLine } from './basic.ts'
import { canonicalDomain } from './domain.ts'

/** RFC 5321's dot-string, with letters of every language as RFC 6531 has them. */
const dotString = /^[^\s"(),.:;<>@[\\\]]+(?:\.[^\s"(),.:;<>@[\\\]]+)*$/
const quotedString = /^"((?:[^"\\]|\\.)*)"$/
/** What real senders write without quotes. */
const bareString = /^[^\s"@\\]+$/
/** A host by its address instead of its name, for instance `[192.0.2.1]`. */
const addressLiteral = /^\[[a-z\d:.-]+\]$/
const longestLocalPartBytes = 64
/** As RFC 5321 has it, which knows no underscore. */
const mailDomain = /^[a-z\d-]{1,63}(?:\.[a-z\d-]{1,63})*$/

export function splitAddress(address: string): [localPart: string, domain: string] {
  const at = address.lastIndexOf('@')
  return at < 0 ? ['', ''] : [address.slice(0, at), address.slice(at + 1)]
}

/** @returns the address with its domain in canonical form; undefined where mail cannot be sent to it */
function canonicalEmail(text: string): string | undefined {
  const [localPart, domain] = splitAddress(text)
  if (!dotString.test(localPart)) return undefined
  if (new TextEncoder().encode(localPart).length > longestLocalPartBytes) return undefined
  const canonical = canonicalDomain(domain)
  if (canonical === undefined || !mailDomain.test(canonical)) return undefined
  return `${localPart}@${canonical}`
}

/**
 * Like `canonicalEmail`, for addresses that others have chosen. Quotes around a local part stay only
 * where RFC 5321 needs them, for they are not part of the name.
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

const addressLine = v.pipe(givenLine, v.toLowerCase(), v.maxCodePoints(limits.email))

/** An email address that mail is sent to, in its canonical form. */
export const email = v.pipe(
  addressLine,
  v.check((given) => canonicalEmail(given) !== undefined, 'is not an email address'),
  v.transform((given) => canonicalEmail(given) ?? given),
)

/** A sender or recipient of a mail, in its canonical form. */
export const foreignAddress = v.pipe(
  addressLine,
  v.check((given) => canonicalForeignAddress(given) !== undefined, 'is not an email address'),
  v.transform((given) => canonicalForeignAddress(given) ?? given),
)
