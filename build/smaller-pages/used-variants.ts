import { hasIsland } from './islands.ts'

/** A rule for one variant of a component, for instance of a button, and for nothing else. */
const variantRule = /(?<=[{}])[^{},()]*\[data-variant="?(\w+)"?\][^{},()]*\{[^{}]*\}/g
const style = /<style>[\s\S]*?<\/style>/g

/** Removes the rules of variants that a page does not show. */
export function withUsedVariants(html: string): string {
  if (hasIsland(html)) return html
  return html.replace(style, (css) =>
    css.replace(variantRule, (rule, variant) =>
      html.includes(`data-variant="${variant}"`) ? rule : '',
    ),
  )
}
