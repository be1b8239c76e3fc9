import { writesForPeople } from '../features/brands.ts'
import type { Knowledge } from '../knowledge.ts'
import { domainOf, registeredDomain } from '../read/domain.ts'
import type { Authentication } from '../read/own-authentication.ts'
import type { ReadMail } from '../read/read-mail.ts'
import { keptFor } from './kept-for.ts'

/** The sender, as far as the organization can know. */
export interface Sender {
  readonly address: string
  readonly domain: string
  readonly registered: string
  /** It names a domain of the organization. */
  readonly isOwn: boolean
  /** It names an address that is known, or a domain of a known firm. */
  readonly isKnown: boolean
  /** The organization knows its correspondents, and this one has never written. */
  readonly isFirst: boolean
  /** The gateway has confirmed the domain, or found that it is not where the mail comes from. */
  readonly isProven: boolean
  readonly isFailed: boolean
  /** Sent to many, or by a list. */
  readonly isBulk: boolean
  /** The gateway has confirmed a service that writes in the names of people, such as one for documents. */
  readonly isService: boolean
}

export function senderOf(
  mail: ReadMail,
  knowledge: Knowledge,
  authentication: Authentication | undefined,
): Sender {
  const { address } = mail.from
  const domain = domainOf(address)
  const registered = registeredDomain(domain)
  const isOwn = isWithin(domain, knowledge.domains ?? [])
  const isKnown = address !== '' && knowledge.isCorrespondent?.(address) === true
  const isNew = !isKnown && !isOwn && knowledge.hasWritten?.(address) !== true
  const isSigned = (authentication?.signers ?? []).some((it) => registeredDomain(it) === registered)
  const isProven = authentication?.dmarc === 'pass' || (registered !== '' && isSigned)
  const isService = isProven && !isOwn && writesForPeople(domain)
  return {
    address,
    domain,
    isService,
    registered,
    isOwn,
    isKnown,
    isFirst: knowledge.isCorrespondent !== undefined && address !== '' && isNew,
    isProven,
    isFailed: !isProven && (authentication?.dmarc === 'fail' || authentication?.spf === 'fail'),
    isBulk: mail.headers.some(({ key }) => /^list-(?:id|unsubscribe|post)$/.test(key)),
  }
}

/** Longer names are none of a host; to compare all ends of one takes long. */
const longestHost = 253

const lowerOf = keptFor(
  (domains: readonly string[]): ReadonlySet<string> =>
    new Set(domains.map((it) => it.toLowerCase())),
)

/** Whether a host is one of some domains, or stands below one. */
export function isWithin(host: string, domains: readonly string[]): boolean {
  if (domains.length === 0 || host.length > longestHost) return false
  const known = lowerOf(domains)
  let domain = host
  for (;;) {
    if (known.has(domain)) return true
    const dot = domain.indexOf('.')
    if (dot === -1) return false
    domain = domain.slice(dot + 1)
  }
}
