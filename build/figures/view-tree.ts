import { type DefaultTreeAdapterTypes, parseFragment, serialize } from 'parse5'
import type { Place } from '../../src/lib/figures/places.ts'

/** An element of a prerendered view. */
export interface ViewElement {
  /** In document order, among all elements of the view. */
  readonly index: number
  readonly tag: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: readonly (ViewElement | string)[]
}

/** Whether an element is a row of its parent's list, told from the tags and attributes of both. */
export type IsRow = (
  element: Omit<ViewElement, 'children'>,
  parent: Omit<ViewElement, 'children'>,
) => boolean

/** A view or a row, numbered by itself, without the rows of its lists. */
export interface ViewTree {
  readonly root: ViewElement
  /** In the order of the document; an element without rows has no list. */
  readonly lists: readonly ViewList[]
}

interface ViewList {
  /** The place of the first row among the elements around it. */
  readonly index: number
  readonly rows: readonly ViewTree[]
}

/** @throws Error unless the view is one element */
export function viewTree(
  html: string,
  isRow: IsRow,
): ViewTree & { template(places: readonly Place[]): string } {
  const fragment = parseFragment(html)
  const [root, ...more] = fragment.childNodes
  if (root === undefined || !('tagName' in root) || more.length > 0) {
    throw new Error('a view is one element')
  }
  const { count: _, ...tree } = treeOf(root, isRow)
  return {
    ...tree,
    /** With the first row of each list alone, and without what is filled in in each case. */
    template(places) {
      empty(root, places)
      return serialize(fragment)
    },
  }
}

type Node = DefaultTreeAdapterTypes.ChildNode
type ElementNode = DefaultTreeAdapterTypes.Element

/** @returns `count` elements with the first row of each list alone */
function treeOf(top: ElementNode, isRow: IsRow): ViewTree & { readonly count: number } {
  const lists: ViewList[] = []
  let count = 0
  function readElement(node: ElementNode): ViewElement {
    const element = { index: count++, ...described(node) }
    const isRowOfIt = (child: Node): child is ElementNode =>
      'tagName' in child && isRow({ index: count, ...described(child) }, element)
    const children: (ViewElement | string)[] = []
    const rows: ViewTree[] = []
    for (const child of [...node.childNodes]) {
      if (!isRowOfIt(child)) children.push(read(child))
      else {
        const { count: ofRow, ...row } = treeOf(child, isRow)
        if (rows.push(row) > 1) node.childNodes.splice(node.childNodes.indexOf(child), 1)
        else {
          lists.push({ index: count, rows })
          count += ofRow
        }
      }
    }
    return { ...element, children }
  }
  function read(node: Node): ViewElement | string {
    if ('value' in node) return node.value
    if (!('tagName' in node)) throw new Error(`a view has no ${node.nodeName}`)
    return readElement(node)
  }
  return { root: readElement(top), lists, count }
}

function empty(top: ElementNode, places: readonly Place[]): void {
  const elements = [...elementsOf(top)]
  for (const place of places) {
    const element = elements[place[0]]
    const [, what, text] = place
    if (element === undefined || typeof text === 'object') continue
    if (typeof what === 'object') empty(element, what)
    else if (typeof what === 'string') {
      for (const attribute of element.attrs) if (attribute.name === what) attribute.value = ''
    } else {
      const child = element.childNodes[what]
      // A text that has others behind it keeps its place.
      if (child && 'value' in child) child.value = child === element.childNodes.at(-1) ? '' : '-'
    }
  }
}

/** In the order of the document. */
function* elementsOf(node: ElementNode): Generator<ElementNode> {
  yield node
  for (const child of node.childNodes) if ('tagName' in child) yield* elementsOf(child)
}

function described({ tagName: tag, attrs }: ElementNode) {
  return { tag, attributes: new Map(attrs.map(({ name, value }) => [name, value])) }
}

export function elementsIn(children: ViewElement['children']): ViewElement[] {
  return children.filter((child) => typeof child !== 'string')
}

function textIn(element: ViewElement): string {
  return element.children
    .map((child) => (typeof child === 'string' ? child : textIn(child)))
    .join('')
}

/** How likely two elements of the same tag are the same one. */
function likeness(one: ViewElement, other: ViewElement): number {
  const equal = [...one.attributes].filter(([name, value]) => other.attributes.get(name) === value)
  return 1 + 2 * equal.length + (textIn(one) === textIn(other) ? 1 : 0)
}

/**
 * Pairs the elements of a list with those of another from which some are missing, so that as much as
 * possible is equal.
 * @returns for each of `all` its match in `some`; undefined if `some` has one that `all` has not
 */
export function matched(
  all: readonly ViewElement[],
  some: readonly ViewElement[],
): readonly (ViewElement | undefined)[] | undefined {
  const [first, ...rest] = all
  if (first === undefined) return some.length === 0 ? [] : undefined
  const [candidate, ...others] = some
  const without = all.length > some.length ? matched(rest, some) : undefined
  if (candidate === undefined || candidate.tag !== first.tag)
    return without && [undefined, ...without]
  const within = matched(rest, others)
  if (within === undefined) return without && [undefined, ...without]
  if (without === undefined) return [candidate, ...within]
  const score = (pairs: readonly (ViewElement | undefined)[], of: readonly ViewElement[]) =>
    pairs.reduce((sum, it, at) => sum + (it && of[at] ? likeness(of[at], it) : 0), 0)
  const whole = [candidate, ...within]
  const skipped = [undefined, ...without]
  return score(whole, all) >= score(skipped, all) ? whole : skipped
}
