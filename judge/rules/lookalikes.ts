import { isOneEdit, nameOf, registeredDomain, skeletonOf } from '../read/domain.ts'
import { keptFor } from './kept-for.ts'

/** How a domain can be taken for another one, the closest first. */
export type Likeness = 'sameLook' | 'oneLetter' | 'oneLetterOfFew' | 'addedWord' | 'otherEnding'

export interface Lookalike {
  readonly other: string
  readonly likeness: Likeness
}

const ranks: readonly Likeness[] = [
  'sameLook',
  'oneLetter',
  'oneLetterOfFew',
  'addedWord',
  'otherEnding',
]

/**
 * The known domain that another one is most easily taken for.
 * @param others as they were registered
 */
export function lookalikeOf(host: string, others: readonly string[]): Lookalike | undefined {
  const domain = registeredDomain(host)
  if (domain === '' || others.includes(domain)) return undefined
  const asked: Asked = {
    beforeOthers: domainsBeforeOthers(host),
    run: runOf(domain),
    name: lookOf(nameOf(domain)),
  }
  const found = namesOf(others).flatMap((known) => {
    const likeness = likenessOf(asked, known)
    return likeness === undefined ? [] : [{ other: known.domain, likeness }]
  })
  return found.toSorted((a, b) => ranks.indexOf(a.likeness) - ranks.indexOf(b.likeness))[0]
}

interface Asked {
  readonly beforeOthers: ReadonlySet<string>
  /** The domain without dots and hyphens. */
  readonly run: string
  readonly name: Look
}

interface Look {
  readonly plain: string
  readonly joined: string
  readonly skeleton: string
}

interface Known {
  readonly domain: string
  readonly plain: string
}

const namesOf = keptFor((others: readonly string[]): readonly Known[] =>
  others.map((domain) => ({ domain, plain: domain.slice(0, domain.indexOf('.')) })),
)

/** Made of the few names alone that are alike at first sight: an organization knows thousands. */
const lookOfKnown = keptFor(({ plain }: Known) => lookOf(plain))

/** A reader sees no hyphens. */
function lookOf(plain: string): Look {
  const joined = plain.replaceAll('-', '')
  return { plain, joined, skeleton: skeletonOf(joined) }
}

function runOf(domain: string): string {
  return domain.replaceAll(/[.-]/g, '')
}

/** A host name of 253 characters has as many. */
const mostLabels = 127

/** `supplier.example` of `www.supplier.example.pay.top`: all in a host that could be registered, but its end. */
function domainsBeforeOthers(host: string): ReadonlySet<string> {
  const labels = host.split('.').slice(-mostLabels, -1)
  return new Set(
    [2, 3].flatMap((count) => labels.map((_, at) => labels.slice(at, at + count).join('.'))),
  )
}

function likenessOf({ beforeOthers, run, name }: Asked, known: Known): Likeness | undefined {
  const { domain, plain } = known
  if (plain.length < 4) return undefined
  if (name.plain === plain) return plain.length >= 5 ? 'otherEnding' : undefined
  if (beforeOthers.has(domain)) return 'sameLook'
  const longer = name.joined.length - plain.length
  // Most domains differ too much to be compared.
  if (longer < -4 || longer > 14 || !hasCommonEdge(name.plain, plain)) return undefined
  const { joined, skeleton } = lookOfKnown(known)
  if (skeleton === name.skeleton || run === domain.replace('.', '')) return 'sameLook'
  if (joined.length < 5) return undefined
  if (isOneEdit(name.skeleton, skeleton)) return joined.length < 8 ? 'oneLetterOfFew' : 'oneLetter'
  return hasAddedWord(name, { plain, joined }) ? 'addedWord' : undefined
}

/**
 * A name that is one edit away begins or ends alike; a name that differs at both ends is not taken
 * for the other.
 */
function hasCommonEdge(name: string, known: string): boolean {
  return name[0] === known[0] || name.at(-1) === known.at(-1) || name.includes(known)
}

/** `aramex-pay`, `secure-aramex`, `nahdatrading` beside `nahda-trading-jo`. */
function hasAddedWord(name: Look, known: Omit<Look, 'skeleton'>): boolean {
  if (name.plain.split('-').includes(known.plain)) return true
  if (known.joined.length < 7) return false
  return name.joined.startsWith(known.joined) || name.joined.endsWith(known.joined)
}
