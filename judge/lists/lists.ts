import { type HashedSet, isInSet, unpackSet } from './hashed-set.ts'
import stored from './lists.json' with { type: 'json' }

/** Decodes base64 without calls of Node or the browser that the other one lacks. */
function bytesOf(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
}

export function setOf({
  bits,
  ...packed
}: {
  count: number
  spread: number
  bits: string
}): HashedSet {
  return unpackSet({ ...packed, bits: bytesOf(bits) })
}

const freeMail = setOf(stored.freeMail)
const sets = {
  shortener: setOf(stored.shorteners),
  host: setOf(stored.hosts),
  form: setOf(stored.forms),
  mailer: setOf(stored.mailers),
}
const endings = new Set(stored.endings)
const extensions = new Set(stored.extensions)

export function isFreeMail(domain: string): boolean {
  return domain !== '' && isInSet(freeMail, domain)
}

/** Whether a host, or a domain above it, is in a list. */
export function isListed(list: keyof typeof sets, host: string): boolean {
  const labels = host.split('.').slice(-5)
  return labels.some((_, index) => isInSet(sets[list], labels.slice(index).join('.')))
}

export function hasOddEnding(domain: string): boolean {
  return endings.has(domain.split('.').at(-1) ?? '')
}

export function hasDangerousExtension(name: string): boolean {
  return extensions.has(/\.([a-z0-9_-]{1,20})$/i.exec(name.trim())?.[1]?.toLowerCase() ?? '')
}
