import { type LazyComponent, useLazyComponent } from './lazy-component.ts'

/** Renders a component as soon as its code is loaded. */
export function Lazy({ part }: { readonly part: LazyComponent }) {
  const Content = useLazyComponent(part)
  return Content && <Content />
}
