import {
  type FirstValues,
  type Place,
  type PlacedText,
  placedText,
  type RowPlace,
  type ValuePlace,
} from '../../src/lib/figures/places.ts'
import {
  elementsIn,
  type IsRow,
  matched,
  type ViewElement,
  type ViewTree,
  viewTree,
} from './view-tree.ts'

/** One rendering of a view, and what it says. */
export interface Sample {
  readonly html: string
  readonly values: FirstValues
}

/** The first rendering, with the first row of each list alone, and where which values stand in it. */
export interface PlacedView {
  readonly html: string
  readonly places: readonly Place[]
}

/** The same, read; also of a row. */
interface ReadSample extends ViewTree {
  readonly values: FirstValues
}

/** The values that decide about a place: one text for all, or one for each name of a case. */
interface Found {
  readonly element: number
  readonly what: string | number
  readonly base: PlacedText
  readonly texts: Map<string, PlacedText>
  of: number | undefined
  /** With its values, where the second sample differs: there only values do. */
  valued: PlacedText | undefined
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
 * have one case that is new; the rest only prove the places. The same holds for the rows of each list in
 * all of them.
 * @throws Error if a rendering differs from what the places give
 */
export function placesIn(samples: readonly Sample[], isRow: IsRow): PlacedView {
  const views = samples.map(({ html, values }) => ({ ...viewTree(html, isRow), values }))
  const places = placesOf(views)
  return { html: views[0]?.template(places) ?? '', places }
}

function placesOf(samples: readonly ReadSample[]): readonly Place[] {
  const lists = samples[0]?.lists ?? []
  const places = lists.map(({ index }, at): RowPlace => {
    const rows = samples.flatMap((sample) => rowsOf(sample, at))
    return [index, placesOf(rows), at]
  })
  return [...valuePlacesOf(samples), ...places]
}

function rowsOf({ lists, values }: ReadSample, at: number): ReadSample[] {
  const rows = lists[at]?.rows ?? []
  const said = values.rows?.[at] ?? []
  if (rows.length !== said.length) throw new Error('a view says something of each of its rows')
  return rows.flatMap((row, index) => (said[index] ? [{ ...row, values: said[index] }] : []))
}

function valuePlacesOf(samples: readonly ReadSample[]): readonly ValuePlace[] {
  const [first, twin, ...others] = samples
  if (first === undefined || twin === undefined) throw new Error('a view has two samples at least')
  const found = new Map<string, Found>()
  const seen = first.values.cases.map((name) => new Set([name]))
  const placed = (it: Found) => placeOf(it, seen)
  for (const difference of differences(first.root, twin.root, new Map(), twin.values)) {
    add(found, difference).valued = valuedIn(difference, first.values, twin.values)
  }
  for (const { root, values } of [twin, ...others]) {
    const fresh = values.cases.flatMap((name, at) => (seen[at]?.has(name) ? [] : [at]))
    const [of] = fresh
    if (fresh.length > 1) throw new Error(`two new cases at once: ${values.cases.join(', ')}`)
    const places = new Map([...found.values()].map((it) => [keyOf(it), placed(it)]))
    for (const difference of differences(first.root, root, places, values)) {
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
      known.texts.set(name, known.valued === undefined ? text : slotted(text, values.texts, 0))
    }
    if (of !== undefined) seen[of]?.add(values.cases[of] ?? '')
  }
  // Removal does not move the texts after it, if they are in their places already.
  return [...found.values()]
    .map(placed)
    .toSorted(([, one], [, other]) => Number(one === '') - Number(other === ''))
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
    valued: undefined,
  }
  found.set(key, known)
  return known
}

function placeOf(
  { element, what, base, texts, of, valued }: Found,
  seen: readonly ReadonlySet<string>[],
): ValuePlace {
  if (of === undefined) return [element, what, valued ?? base ?? '']
  // A place with a value is filled in every case.
  const names = valued === undefined ? [] : [...(seen[of] ?? [])]
  const others = names.map((name) => [name, valued ?? null] as const)
  return [element, what, Object.fromEntries([...others, ...texts]), of]
}

/** Chooses among values that are the same in the first sample by the second. */
function valuedIn(
  { element, what, base, text }: Difference,
  { texts }: FirstValues,
  second: FirstValues,
): PlacedText {
  const candidates = texts.map((_, preferred) => slotted(base, texts, preferred))
  const isRight = (candidate: PlacedText) =>
    placedText([element, what, candidate ?? ''], second) === text
  return candidates.find(isRight) ?? base
}

/**
 * Puts the index of each value in its place, the longest first: an initial is a part of its name.
 * @param preferred the index that is taken of those with its value
 */
function slotted(text: PlacedText, values: readonly string[], preferred: number): PlacedText {
  if (text === null) return null
  if (/\{\d+\}/.test(text)) throw new Error(`'${text}' looks as if it had a place`)
  const longestFirst = values
    .filter((value) => value !== '')
    .toSorted((one, other) => other.length - one.length)
  const parts = longestFirst.reduce<(string | number)[]>(
    (texts, value) => {
      const at = values[preferred] === value ? preferred : values.indexOf(value)
      return texts.flatMap((part) =>
        typeof part === 'number'
          ? [part]
          : part.split(value).flatMap((rest, index) => (index === 0 ? [rest] : [at, rest])),
      )
    },
    [text],
  )
  return parts.map((part) => (typeof part === 'number' ? `{${part}}` : part)).join('')
}

function* differences(
  base: ViewElement,
  other: ViewElement,
  places: ReadonlyMap<string, ValuePlace>,
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
  const kept = new Set<ViewElement | string>()
  for (const [at, child] of elements.entries()) {
    const match = pairs[at]
    if (match === undefined) yield { element: child.index, what: '', base: '', text: null }
    else {
      kept.add(child)
      yield* differences(child, match, places, values)
    }
  }
  const texts = textsBetween(other.children)
  // A text that the first sample lacks can only be added at the end.
  for (const [at, child] of [...base.children, ''].entries()) {
    if (kept.has(child) && texts.shift() !== '') {
      throw new Error(`element ${index} has a text that the first sample lacks`)
    }
    if (typeof child !== 'string') continue
    const text = texts[0] ?? ''
    texts[0] = ''
    if (expected(at, child) !== text) yield { element: index, what: at, base: child, text }
  }
}

/** The texts before, between and after the elements; empty where there is none. */
function textsBetween(children: ViewElement['children']): string[] {
  const texts = ['']
  for (const child of children) {
    if (typeof child === 'string') texts.push(`${texts.pop()}${child}`)
    else texts.push('')
  }
  return texts
}
