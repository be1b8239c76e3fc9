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
  if (domain === '') return undefined
  if (others.includes(domain)) return undefined
  const name = lookOf(nameOf(domain))
  const found = looksOf(others).flatMap((known) => {
    const likeness = likenessOf({ host, domain, name }, known)
    return likeness === undefined ? [] : [{ other: known.domain, likeness }]
  })
  return found.toSorted((a, b) => ranks.indexOf(a.likeness) - ranks.indexOf(b.likeness))[0]
}

interface Named {
  readonly host: string
  readonly domain: string
  readonly name: Look
}

interface Look {
  readonly plain: string
  readonly joined: string
  readonly skeleton: string
}

interface Known extends Look {
  readonly domain: string
  /** The domain before another one, or below it. */
  readonly start: string
  readonly middle: string
  /** The domain without its dot. */
  readonly run: string
}

const looksOf = keptFor((others: readonly string[]): readonly Known[] =>
  others.map((domain) => {
    const look = lookOf(domain.slice(0, domain.indexOf('.')))
    return {
      ...look,
      domain,
      start: `${domain}.`,
      middle: `.${domain}.`,
      run: domain.replace('.', ''),
    }
  }),
)

/** A reader sees no hyphens. */
function lookOf(plain: string): Look {
  const joined = plain.replaceAll('-', '')
  return { plain, joined, skeleton: skeletonOf(joined) }
}

function likenessOf({ host, domain, name }: Named, known: Known): Likeness | undefined {
  const { plain, joined, skeleton, start, middle, run } = known
  if (plain.length < 4) return undefined
  if (name.plain === plain) return plain.length >= 5 ? 'otherEnding' : undefined
  // `supplier.example.pay.top`: the whole domain before another one.
  if (host.startsWith(start) || host.includes(middle)) return 'sameLook'
  const longer = name.joined.length - plain.length
  // Most domains differ too much to be compared.
  if (longer < -4 || longer > 14 || !hasCommonEdge(name.plain, plain)) return undefined
  if (skeleton === name.skeleton || domain.replaceAll(/[.-]/g, '') === run) return 'sameLook'
  if (joined.length < 5) return undefined
  if (isOneEdit(name.skeleton, skeleton)) return joined.length < 8 ? 'oneLetterOfFew' : 'oneLetter'
  return hasAddedWord(name, known) ? 'addedWord' : undefined
}

/** What is one edit away begins or ends alike; who changes both ends is not taken for the other. */
function hasCommonEdge(name: string, known: string): boolean {
  return name[0] === known[0] || name.at(-1) === known.at(-1) || name.includes(known)
}

/** `aramex-pay`, `secure-aramex`, `nahdatrading` beside `nahda-trading-jo`. */
function hasAddedWord(name: Look, known: Look): boolean {
  if (name.plain.split('-').includes(known.plain)) return true
  if (known.joined.length < 7) return false
  return name.joined.startsWith(known.joined) || name.joined.endsWith(known.joined)
}
