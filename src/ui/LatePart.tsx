import { type Part, usePart } from './later.ts'

/** Draws a part as soon as its code is there. */
export function LatePart({ part }: { readonly part: Part }) {
  const Content = usePart(part)
  return Content && <Content />
}
