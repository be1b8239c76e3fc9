import { domainToUnicode } from 'node:url'
import { splitAddress } from '../../../contract/core/email.ts'

/**
 * The lines of a map for one recipient: each spelling of the recipient with each spelling of each
 * value. An address or domain that a map cannot say is left out, so that none can inject a line, a
 * comment or another recipient.
 * @param recipient one spelling
 */
export function flagLines(recipient: string, values: readonly string[]): string[] {
  return values
    .flatMap(spellingsOf)
    .flatMap((value) => lineOf(recipient, value) ?? [])
    .toSorted()
}

/**
 * The canonical form, and with the letters of an internationalised domain, as SMTPUTF8 writes it.
 * Upper and lower case are one to rspamd.
 */
export function spellingsOf(value: string): string[] {
  const [local, domain] = value.includes('@') ? splitAddress(value) : [undefined, value]
  if (!/(?:^|\.)xn--/.test(domain)) return [value]
  const unicode = domainToUnicode(domain)
  if (unicode === '' || unicode === domain) return [value]
  return [value, local === undefined ? unicode : `${local}@${unicode}`]
}

/** Neither rspamd's separators nor what its parser cannot read back. */
const sayable = /^[^\s\p{Cc}\p{Zl}\p{Zp}|"\\]+$/u

/** Whether a map can say an address or a domain. */
export function isSayable(text: string): boolean {
  return sayable.test(text)
}

function lineOf(recipient: string, value: string): string | undefined {
  if (!isSayable(recipient) || !isSayable(value)) return undefined
  const line = `${recipient}|${value}`
  // `#` begins a comment within a line, too, and `/` a regular expression; not in quotes.
  return line.includes('#') || line.startsWith('/') ? `"${line}"` : line
}
