import { type LazyComponent, useLazyComponent } from './lazy-component.ts'

/** Draws a part as soon as its code is there. */
export function Lazy({ part }: { readonly part: LazyComponent }) {
  const Content = useLazyComponent(part)
  return Content && <Content />
}
