import {
  type FirstValues,
  type Place,
  type PlacedText,
  placedText,
} from '../../src/lib/core/figures/places.ts'
import { elementsIn, matched, type ViewElement, viewTree } from './view-tree.ts'

/** One rendering of a view, and what it says. */
export interface Sample {
  readonly html: string
  readonly values: FirstValues
}

/** What decides about a place: one text for all, or one for each name of a case. */
interface Found {
  readonly element: number
  readonly what: string | number
  readonly base: PlacedText
  readonly texts: Map<string, PlacedText>
  of: number | undefined
  /** Whether it differs where only values do. */
  hasValues: boolean
}

/** Where the first sample differs from another: what is there, and what would have to be there. */
interface Difference {
  readonly element: number
  readonly what: string | number
  readonly base: PlacedText
  readonly text: PlacedText
}

/**
 * Finds where the values of a view stand, by comparing its renderings. The first one has every part that
 * any other has; the second has the same cases, and no value in common with it. Each of the next ones may
 * have one case that is new; the rest only prove the places.
 * @throws Error if a rendering differs from what the places give
 */
export function placesIn(samples: readonly Sample[]): readonly Place[] {
  const [first, twin, ...others] = samples
  if (first === undefined || twin === undefined) throw new Error('a view has two samples at least')
  const base = viewTree(first.html)
  const found = new Map<string, Found>()
  const seen = first.values.cases.map((name) => new Set([name]))
  const placed = (it: Found) => placeOf(it, first.values, seen)
  for (const difference of differences(base, viewTree(twin.html), new Map(), twin.values)) {
    add(found, difference).hasValues = true
  }
  for (const { html, values } of [twin, ...others]) {
    const fresh = values.cases.flatMap((name, at) => (seen[at]?.has(name) ? [] : [at]))
    const [of] = fresh
    if (fresh.length > 1) throw new Error(`two new cases at once: ${values.cases.join(', ')}`)
    const places = new Map([...found.values()].map((it) => [keyOf(it), placed(it)]))
    for (const difference of differences(base, viewTree(html), places, values)) {
      const place = `${difference.what} of element ${difference.element}`
      if (of === undefined) {
        throw new Error(
          `${place} cannot be placed: '${difference.text}' for ${values.cases.join(', ')}`,
        )
      }
      const known = add(found, difference)
      known.of ??= of
      if (known.of !== of) throw new Error(`${place} depends on two cases`)
      const { text } = difference
      const name = values.cases[of] ?? ''
      known.texts.set(name, known.hasValues ? slotted(text, values.texts) : text)
    }
    if (of !== undefined) seen[of]?.add(values.cases[of] ?? '')
  }
  return [...found.values()].map(placed)
}

const keyOf = ({ element, what }: Pick<Difference, 'element' | 'what'>) => `${element} ${what}`

function add(found: Map<string, Found>, { element, what, base }: Difference): Found {
  const key = keyOf({ element, what })
  const known = found.get(key) ?? {
    element,
    what,
    base,
    texts: new Map(),
    of: undefined,
    hasValues: false,
  }
  found.set(key, known)
  return known
}

function placeOf(
  { element, what, base, texts, of, hasValues }: Found,
  first: FirstValues,
  seen: readonly ReadonlySet<string>[],
): Place {
  const own = hasValues ? slotted(base, first.texts) : base
  if (of === undefined) return [element, what, own ?? '']
  // A place with a value is filled in every case.
  const others = hasValues ? [...(seen[of] ?? [])].map((name) => [name, own] as const) : []
  return [element, what, Object.fromEntries([...others, ...texts]), of]
}

/** Puts the index of each value in its place, the longest first: an initial is a part of its name. */
function slotted(text: PlacedText, values: readonly string[]): PlacedText {
  if (text === null) return null
  if (/\{\d+\}/.test(text)) throw new Error(`'${text}' looks as if it had a place`)
  return [...values.entries()]
    .filter(([, value]) => value !== '')
    .toSorted(([, one], [, other]) => other.length - one.length)
    .reduce((result, [at, value]) => result.replaceAll(value, `{${at}}`), text)
}

function* differences(
  base: ViewElement,
  other: ViewElement,
  places: ReadonlyMap<string, Place>,
  values: FirstValues,
): Generator<Difference> {
  const { index } = base
  const expected = (what: string | number, text: PlacedText) => {
    const place = places.get(keyOf({ element: index, what }))
    const placed = place && placedText(place, values)
    return placed === undefined ? text : placed
  }
  for (const name of new Set([...base.attributes.keys(), ...other.attributes.keys()])) {
    const own = base.attributes.get(name) ?? null
    const text = other.attributes.get(name) ?? null
    if (expected(name, own) !== text) yield { element: index, what: name, base: own, text }
  }
  const isThere = (child: ViewElement) => {
    const place = places.get(keyOf({ element: child.index, what: '' }))
    return place === undefined || placedText(place, values) !== null
  }
  const elements = elementsIn(base.children).filter(isThere)
  const pairs = matched(elements, elementsIn(other.children))
  if (pairs === undefined)
    throw new Error(`element ${index} has a part that the first sample lacks`)
  for (const [at, child] of elements.entries()) {
    const match = pairs[at]
    if (match === undefined) yield { element: child.index, what: '', base: '', text: null }
    else yield* differences(child, match, places, values)
  }
  const texts = other.children.filter((child) => typeof child === 'string')
  for (const [at, child] of base.children.entries()) {
    if (typeof child !== 'string') continue
    const text = texts.shift() ?? ''
    if (expected(at, child) !== text) yield { element: index, what: at, base: child, text }
  }
  if (texts.length > 0) throw new Error(`element ${index} has a text that the first sample lacks`)
}
