/** A part of a page as data: a browser makes elements of it (`draw.ts`), the build HTML (`Tree.astro`). */
export interface Tree {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly (Tree | string)[]
}

/** The content of an element: text is never read as markup. */
export type Child = Tree | string | undefined

/** @param attributes of the element, or its class alone */
export function tree(
  name: string,
  attributes: string | Readonly<Record<string, string>>,
  ...children: readonly Child[]
): Tree {
  const asClass = attributes === '' ? {} : { class: String(attributes) }
  return {
    name,
    attributes: typeof attributes === 'string' ? asClass : attributes,
    children: children.filter((child) => child !== undefined),
  }
}

/** A line drawing of 24 x 24. */
export function icon(path: string): Tree {
  const line = tree('path', { d: path })
  return tree('svg', { class: 'try-icon', viewBox: '0 0 24 24', 'aria-hidden': 'true' }, line)
}
