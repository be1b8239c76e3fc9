import type { Knowledge } from '../../judge/knowledge.ts'
import { isFreeMail } from '../../judge/lists/lists.ts'
import { domainOf, registeredDomain } from '../../judge/read/domain.ts'

/** What is known of a mail beside its bytes. */
export type KnownOfMail = Pick<Knowledge, 'authentication' | 'recipient'>

/** What an organization knows, in a form that passes between threads. */
export interface Known {
  readonly domains: readonly string[]
  readonly people: readonly { readonly name: string; readonly address: string }[]
  /** Addresses of senders whose mail was safe, one on each line; undefined if none is kept yet. */
  readonly senders: string | undefined
}

/** One address of a firm vouches for the others; addresses of free providers only for themselves. */
export function knowledgeOf({ senders, ...known }: Known): Knowledge {
  if (senders === undefined) return known
  const addresses = new Set(senders.split('\n'))
  const firms = new Set<string>()
  for (const address of addresses) {
    const domain = registeredDomain(domainOf(address))
    if (domain !== '' && !isFreeMail(domain)) firms.add(domain)
  }
  return {
    ...known,
    isCorrespondent: (address) =>
      addresses.has(address) || firms.has(registeredDomain(domainOf(address))),
    correspondentDomains: [...firms],
  }
}
