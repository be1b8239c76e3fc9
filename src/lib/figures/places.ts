/** The first figures of an answer. */
export interface FirstValues {
  /** Formatted; a place names each by its index. */
  readonly texts: readonly string[]
  /**
   * Cases that decide about words, colours and parts, each by a name of its own: a band, a role.
   */
  readonly cases: readonly string[]
  /**
   * The values of each row of each list, the lists in the order of the document; a row may have
   * lists, too.
   */
  readonly rows?: readonly (readonly FirstValues[])[]
}

/** A text with `{0}` for the first value; null where the attribute or the element is not there. */
export type PlacedText = string | null

/**
 * Where a value or the word of a case stands in the prerendered view.
 * `element` is its index in the document order; `what` an attribute, the index of a child text, or empty
 * for the element itself; `of` the case that decides, whose missing names leave the place as it is.
 */
export type ValuePlace =
  | readonly [element: number, what: string | number, text: string]
  | readonly [
      element: number,
      what: string | number,
      texts: Readonly<Record<string, PlacedText>>,
      of: number,
    ]

/** The element is there once for each row of a list, with these places. */
export type RowPlace = readonly [element: number, row: readonly Place[], list: number]

export type Place = ValuePlace | RowPlace

/** @returns undefined where the place stays as it is */
export function placedText(
  [, , given, of]: ValuePlace,
  { texts, cases }: FirstValues,
): PlacedText | undefined {
  const text = typeof given === 'string' ? given : given[cases[of ?? 0] ?? '']
  return text?.replace(/\{(\d+)\}/g, (_, at) => texts[at] ?? '') ?? text
}

const isRow = (place: Place): place is RowPlace => typeof place[1] === 'object'

/**
 * Fills the prerendered view, or a row of it; everything from outside goes in as text.
 * @returns what fills all lists but the first, for each of them
 */
export function fillPlaces(
  view: Element,
  places: readonly Place[],
  values: FirstValues,
): (() => void)[] {
  const elements = [view, ...view.querySelectorAll('*')]
  const otherLists: (() => void)[] = []
  for (const place of places) {
    const element = elements[place[0]]
    if (element === undefined) continue
    if (isRow(place)) {
      const mark = new Text()
      element.replaceWith(mark)
      otherLists.push(() => {
        for (const row of values.rows?.[place[2]] ?? []) {
          const copy = element.cloneNode(true) as Element
          for (const fill of fillPlaces(copy, place[1], row)) fill()
          mark.before(copy)
        }
        mark.remove()
      })
      continue
    }
    const [, what] = place
    const text = placedText(place, values)
    if (text === undefined) continue
    if (typeof what === 'number') element.childNodes[what]?.replaceWith(text ?? '')
    else if (text !== null) element.setAttribute(what, text)
    else if (what === '') element.remove()
    else element.removeAttribute(what)
  }
  otherLists.shift()?.()
  return otherLists
}
