import { type Bloom, isInBloom } from './bloom.ts'
import stored from './lists.json' with { type: 'json' }

/** Decodes base64 without calls of Node or the browser that the other one lacks. */
function bytesOf(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
}

const freeMail: Bloom = { bits: bytesOf(stored.freeMail), hashes: stored.freeMailHashes }
const sets = {
  shortener: new Set(stored.shorteners),
  host: new Set(stored.hosts),
  form: new Set(stored.forms),
  mailer: new Set(stored.mailers),
}
const endings = new Set(stored.endings)
const extensions = new Set(stored.extensions)

export function isFreeMail(domain: string): boolean {
  return domain !== '' && isInBloom(freeMail, domain)
}

/** Whether a host, or a domain above it, is in a list. */
export function isListed(list: keyof typeof sets, host: string): boolean {
  const labels = host.split('.').slice(-5)
  return labels.some((_, index) => sets[list].has(labels.slice(index).join('.')))
}

export function hasOddEnding(domain: string): boolean {
  return endings.has(domain.split('.').at(-1) ?? '')
}

export function hasDangerousExtension(name: string): boolean {
  return extensions.has(/\.([a-z0-9]{1,12})$/i.exec(name.trim())?.[1]?.toLowerCase() ?? '')
}
