import { type DefaultTreeAdapterTypes, parseFragment, serialize } from 'parse5'
import {
  type FirstValues,
  type Place,
  type PlacedText,
  placedText,
  type RowPlace,
  type ValuePlace,
} from '../../src/lib/figures/places.ts'

/** One rendering of a view, and what it says. */
export interface Sample {
  readonly html: string
  readonly values: FirstValues
}

/** Every part that any rendering has, with one row for each list, and where which values stand in it. */
export interface PlacedView {
  readonly html: string
  readonly places: readonly Place[]
}

type ElementNode = DefaultTreeAdapterTypes.Element

/** Whether an element is a row of its parent's list. */
export type IsRow = (element: ElementNode, parent: ElementNode) => boolean

export function attributeOf({ attrs }: ElementNode, name: string): PlacedText {
  return attrs.find((it) => it.name === name)?.value ?? null
}

/** An element of a sample, with what its view or its row says. */
interface Shown {
  readonly node: ElementNode
  readonly values: FirstValues
  /** The list that it is a row of. */
  readonly list: number | undefined
  readonly children: readonly (Shown | string)[]
}

/**
 * Finds where the values of a view stand: each place has a text that gives what all samples have there, or
 * one for each name of a case. Samples without a part say nothing about what is in it.
 * @param samples in which each case occurs more than once, with other values
 * @throws Error if a view differs in more than its values and one case explain
 */
export function learnPlaces(samples: readonly Sample[], isRow: IsRow): PlacedView {
  const shown = samples.map(({ html, values }) => {
    const fragment = parseFragment(html)
    const [root, ...more] = fragment.childNodes
    if (!root || !('tagName' in root) || more.length > 0) throw new Error('a view is one element')
    return shownBy(root, values, isRow)
  })
  const { node, places } = learn(shown)
  const fragment = parseFragment('')
  return { html: serialize({ ...fragment, childNodes: [node] }), places }
}

/** @throws Error unless there are as many rows in the element as in the values */
function shownBy(node: ElementNode, values: FirstValues, isRow: IsRow, of?: number): Shown {
  const lists = values.rows ?? []
  const rows = lists.flatMap((list, at) => list.map((row) => [row, at] as const)).values()
  const read = (element: ElementNode, list?: number): Shown => ({
    node: element,
    values,
    list,
    children: element.childNodes.map((child) => {
      if ('value' in child) return child.value
      if (!('tagName' in child)) throw new Error(`a view has no ${child.nodeName}`)
      if (!isRow(child, element)) return read(child)
      const [row, at] = rows.next().value ?? []
      if (row === undefined) throw new Error('a view says something of each of its rows')
      return shownBy(child, row, isRow, at)
    }),
  })
  const shown = read(node, of)
  if (!rows.next().done) throw new Error('a view has each row of which it says something')
  return shown
}

/** A child of an element in all samples, with the text behind it. */
interface Slot {
  readonly key: string
  readonly children: Map<Shown, Shown[]>
  readonly texts: Map<Shown, string>
}

const keyOf = ({ node, list }: Shown) =>
  list === undefined
    ? [node.tagName, ...['class', 'data-variant'].map((name) => attributeOf(node, name))].join(' ')
    : 'row'

/**
 * The children that the samples of an element have, in an order that agrees with all of them; the first slot
 * is the beginning. Keys that tell more apart only make fewer slots with more places.
 */
function slotsOf(samples: readonly Shown[]): Slot[] {
  const slotOf = (key: string): Slot => ({ key, children: new Map(), texts: new Map() })
  const slots = [slotOf('')]
  for (const sample of samples) {
    let at = 0
    for (const child of sample.children) {
      if (typeof child === 'string') slots[at]?.texts.set(sample, child)
      else {
        const key = keyOf(child)
        const next = key === 'row' ? at : at + 1
        const known = slots.findIndex((slot, index) => index >= next && slot.key === key)
        at = known < 0 ? at + 1 : known
        if (known < 0) slots.splice(at, 0, slotOf(key))
        const { children } = slots[at] ?? slotOf(key)
        children.set(sample, [...(children.get(sample) ?? []), child])
      }
    }
  }
  return slots
}

/** @returns places of a view or a row of `count` elements */
function learn(samples: readonly Shown[]) {
  const filled: ValuePlace[] = []
  const removed: ValuePlace[] = []
  const rows: RowPlace[] = []
  let count = 0
  function learnPart(seen: readonly Shown[]): ElementNode {
    const [first] = seen
    if (first === undefined) throw new Error('a part is in one sample at least')
    const node: ElementNode = { ...first.node, attrs: [], childNodes: [] }
    /** @returns what stands there in the prerendered view */
    function place(element: number, what: string | number, textOf: (it: Shown) => PlacedText) {
      const said = seen.map((it) => ({ text: textOf(it), values: it.values }))
      const texts = new Set(said.map(({ text }) => text))
      if (texts.size === 1) return said[0]?.text ?? null
      // A text that is filled in needs a node.
      const found = learnText(said, typeof what === 'number' ? '-' : '')
      if (found === undefined) {
        const examples = [...texts].slice(0, 5).join(' | ')
        throw new Error(`'${what}' in <${node.tagName}> cannot be placed: ${examples}`)
      }
      const places = what === '' ? removed : filled
      places.push([element, what, ...found.place])
      // An attribute that is always filled in need not be there before.
      return found.base === '' && said.every(({ text }) => text) ? null : found.base
    }
    const own = count++
    // In the order that React gives them.
    const longestFirst = seen.toSorted((one, it) => it.node.attrs.length - one.node.attrs.length)
    for (const name of new Set(
      longestFirst.flatMap((it) => it.node.attrs.map((one) => one.name)),
    )) {
      const value = place(own, name, (it) => attributeOf(it.node, name))
      if (value !== null) node.attrs.push({ name, value })
    }
    for (const { key, children, texts } of slotsOf(seen)) {
      const parts = [...children.values()].flat()
      if (key === 'row') {
        const row = learn(parts)
        rows.push([count, row.places, parts[0]?.list ?? 0])
        count += row.count
        node.childNodes.push(row.node)
      } else if (key !== '') {
        place(count, '', (it) => (children.has(it) ? '' : null))
        node.childNodes.push(learnPart(parts))
      }
      if (texts.size > 0) {
        const value = place(own, node.childNodes.length, (it) => texts.get(it) ?? '')
        node.childNodes.push({ nodeName: '#text', parentNode: null, value: value ?? '' })
      }
    }
    return node
  }
  const node = learnPart(samples)
  // Removal does not move the texts after it, if they are in their places already.
  return { node, count, places: [...filled, ...removed, ...rows] }
}

/** A sample's value in a place. */
interface Said {
  readonly text: PlacedText
  readonly values: FirstValues
}

interface Learned {
  /** In the prerendered view. */
  readonly base: string
  readonly place: readonly [string] | readonly [Readonly<Record<string, PlacedText>>, number]
}

/**
 * @param empty stands in the prerendered view where each case has values
 * @returns the shortest way to give all that is said; undefined if neither values nor one case explain it
 */
function learnText(said: readonly Said[], empty: string): Learned | undefined {
  const whole = slottedText(said)
  if (typeof whole === 'string') return { base: empty, place: [whole] }
  const cases = [...(said[0]?.values.cases.keys() ?? [])]
  const found = cases.flatMap((of): Learned[] => {
    const groups = [...Map.groupBy(said, ({ values }) => values.cases[of] ?? '')]
    const isSame = (group: readonly Said[]) => group.every(({ text }) => text === group[0]?.text)
    const hasValues = !groups.every(([, group]) => isSame(group))
    const texts = groups.flatMap(([name, group]) => {
      // The values of a few samples may be the same by chance.
      const slotted = hasValues ? slottedText(group) : undefined
      const text = slotted === undefined && isSame(group) ? group[0]?.text : slotted
      return text === undefined ? [] : [[name, text] as const]
    })
    if (texts.length < groups.length) return []
    const bases = new Set(texts.map(([, text]) => (hasValues ? empty : text || empty)))
    // In one order for all lists of the same rows, which compresses.
    const inOrder = texts.toSorted(([one], [other]) => (one < other ? -1 : 1))
    return [...bases].map((base) => {
      const others = inOrder.filter(([, text]) => text !== base)
      return { base, place: [Object.fromEntries(others), of] }
    })
  })
  return found.toSorted(
    (one, other) => JSON.stringify(one).length - JSON.stringify(other).length,
  )[0]
}

/** In one of so many samples at least, no value occurs in the words around it. */
const tries = 20

/** The text with places that gives what all of a group say, if there is one. */
function slottedText(group: readonly Said[]): PlacedText | undefined {
  const candidates = group
    .slice(0, tries)
    .flatMap(({ text, values }) => slotted(text, values.texts))
  return [...new Set(candidates)].find((candidate) =>
    group.every(({ text, values }) =>
      candidate === null ? text === null : placedText([0, '', candidate], values) === text,
    ),
  )
}

/** A text with the index of one value in its place or those of two, in all ways. */
function slotted(text: PlacedText, values: readonly string[]): PlacedText[] {
  if (text === null) return [null]
  if (/\{\d+\}/.test(text)) return []
  // An initial is a part of its name.
  const longestFirst = [...values.entries()]
    .filter(([, value]) => value !== '' && text.includes(value))
    .toSorted(([, one], [, other]) => other.length - one.length)
  const choices = [
    ...longestFirst.map((one) => [one]),
    ...longestFirst.flatMap((one, at) => longestFirst.slice(at + 1).map((other) => [one, other])),
  ]
  // Digits of an index are no value.
  const marks = ['\u{e000}', '\u{e001}']
  return choices.map((slots) => {
    const marked = slots.reduce(
      (rest, [, value], at) => rest.replaceAll(value, marks[at] ?? ''),
      text,
    )
    return slots.reduce(
      (rest, [index], at) => rest.replaceAll(marks[at] ?? '', `{${index}}`),
      marked,
    )
  })
}
