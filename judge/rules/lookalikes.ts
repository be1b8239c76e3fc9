import { isLookalike, type Look, lookOf, nameOf, registeredDomain } from '../read/domain.ts'
import { onceFor } from './once-for.ts'

interface KnownDomain {
  readonly domain: string
  readonly registered: string
  readonly look: Look
}

/** An organization may know thousands of domains, which are the same for all of its mails. */
const looksOf = onceFor((domains: readonly string[]): KnownDomain[] =>
  domains.flatMap((domain) => {
    const registered = registeredDomain(domain)
    return registered === '' ? [] : [{ domain, registered, look: lookOf(nameOf(registered)) }]
  }),
)

/** The domain that another one is to be taken for. */
export function lookalikeOf(domain: string, others: readonly string[]): string | undefined {
  if (domain === '') return undefined
  const own = lookOf(nameOf(domain))
  const isAlike = ({ registered, look }: KnownDomain) =>
    registered !== domain &&
    (isLookalike(own, look) ||
      (own.name === look.name && look.name.length >= 5 && !isSameFirm(domain, registered)))
  return looksOf(others).find(isAlike)?.domain
}

/** `firm.com` and `firm.jo` may be one firm's, but not `firm.top`: a long ending is cheap. */
function isSameFirm(domain: string, known: string): boolean {
  const ending = (it: string) => it.split('.').at(-1) ?? ''
  return ending(domain).length <= 3 && ending(known).length <= 3
}
