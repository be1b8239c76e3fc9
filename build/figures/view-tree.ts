import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5'

/** An element of a prerendered view. */
export interface ViewElement {
  /** In document order, among all elements of the view. */
  readonly index: number
  readonly tag: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: readonly (ViewElement | string)[]
}

export function viewTree(html: string): ViewElement {
  let next = 0
  const read = (node: DefaultTreeAdapterTypes.ChildNode): ViewElement | string => {
    if ('value' in node) return node.value
    if (!('tagName' in node)) throw new Error(`a view has no ${node.nodeName}`)
    const index = next++
    return {
      index,
      tag: node.tagName,
      attributes: new Map(node.attrs.map(({ name, value }) => [name, value])),
      children: node.childNodes.map(read),
    }
  }
  const [root, ...more] = parseFragment(html).childNodes.map(read)
  if (root === undefined || typeof root === 'string' || more.length > 0) {
    throw new Error('a view is one element')
  }
  return root
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
