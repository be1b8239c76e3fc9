import type { Tree } from '../../../lib/core/judged/tree.ts'

/** Makes an element that answers: what only shows something is a `Tree`. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string,
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name)
  if (className !== '') made.className = className
  made.append(...children)
  return made
}

/** Makes the elements of a part: `trusted-types 'none'` lets no one make one from markup. */
export function draw({ name, attributes, children }: Tree): Element {
  const isDrawing = name === 'svg' || name === 'path'
  const made = isDrawing
    ? document.createElementNS('http://www.w3.org/2000/svg', name)
    : document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
  made.append(...children.map((child) => (typeof child === 'string' ? child : draw(child))))
  return made
}
