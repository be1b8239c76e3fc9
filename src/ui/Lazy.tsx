import { type Part, useLazyComponent } from './lazy-component.ts'

/** Draws a part as soon as its code is there. */
export function Lazy({ part }: { readonly part: Part }) {
  const Content = useLazyComponent(part)
  return Content && <Content />
}
