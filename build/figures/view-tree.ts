import { type DefaultTreeAdapterTypes, parseFragment, serialize } from 'parse5'

/** An element of a prerendered view. */
export interface ViewElement {
  /** In document order, among all elements of the view. */
  readonly index: number
  readonly tag: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: readonly (ViewElement | string)[]
}

/** Whether an element has a row for each item of a list, told from its tag and its attributes. */
export type IsList = (element: Omit<ViewElement, 'children'>) => boolean

/** A view without the rows of its list. */
export interface ViewTree {
  readonly root: ViewElement
  /** Each numbered by itself; empty without a list. */
  readonly rows: readonly ViewElement[]
  /** The index of the first row among the elements of the view. */
  readonly rowIndex: number | undefined
  /** With the first row alone. */
  readonly html: string
}

/** @throws Error unless the view is one element */
export function viewTree(html: string, isList: IsList): ViewTree {
  const fragment = parseFragment(html)
  let rows: ViewElement[] = []
  let rowIndex: number | undefined
  const numbered = () => {
    let next = 0
    return function read(node: DefaultTreeAdapterTypes.ChildNode): ViewElement | string {
      if ('value' in node) return node.value
      if (!('tagName' in node)) throw new Error(`a view has no ${node.nodeName}`)
      const index = next++
      const attributes = new Map(node.attrs.map(({ name, value }) => [name, value]))
      const element = { index, tag: node.tagName, attributes }
      if (!isList(element)) return { ...element, children: node.childNodes.map(read) }
      rows = elementsIn(node.childNodes.map((row) => numbered()(row)))
      rowIndex = next
      // As many as the view counts.
      node.childNodes.splice(1)
      node.childNodes.map(read)
      return { ...element, children: [] }
    }
  }
  const [root, ...more] = fragment.childNodes.map(numbered())
  if (root === undefined || typeof root === 'string' || more.length > 0) {
    throw new Error('a view is one element')
  }
  return { root, rows, rowIndex, html: serialize(fragment) }
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
