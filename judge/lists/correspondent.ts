import { domainOf, registeredDomain } from '../read/domain.ts'
import stored from './disposable.json' with { type: 'json' }
import { isInSet } from './hashed-set.ts'
import { isFreeMail, setOf } from './lists.ts'

const disposable = setOf(stored)

/** Whether a mailbox is given to anyone, for long or for ten minutes. */
function isForAnyone(domain: string): boolean {
  return isFreeMail(domain) || isInSet(disposable, domain)
}

/**
 * As which an organization knows a sender: one address of a firm vouches for the others, so that a firm is
 * known by its registered domain. At free providers, and in hosts without a registered domain, it is the
 * address, in lower case.
 */
export function correspondentOf(sender: string): string {
  const address = sender.toLowerCase()
  const domain = registeredDomain(domainOf(address))
  return domain === '' || isForAnyone(domain) ? address : domain
}

/** Whether a correspondent is a firm; by an earlier list, a free provider may be one, which vouches for no person. */
export function isFirm(correspondent: string): boolean {
  return !correspondent.includes('@') && !isForAnyone(correspondent)
}
