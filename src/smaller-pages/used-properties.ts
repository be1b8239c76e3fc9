const declaration = /(?<=[{;])(--[\w-]+):[^;{}]*(?:;|(?=\}))/g
const use = /var\((--[\w-]+)/g
/** Its code brings styles of its own later, which may use any property. */
const lateIsland = /<astro-island\b[^>]*\bclient="(?!touch")/

/** Leaves out the custom properties of the style sheet (colours above all) that a page never uses. */
export function withUsedProperties(html: string): string {
  if (lateIsland.test(html)) return html
  const used = new Set([...html.matchAll(use)].map(([, name]) => name))
  return html.replace(/<style>[\s\S]*?<\/style>/g, (style) =>
    style.replace(declaration, (whole, name) => (used.has(name) ? whole : '')),
  )
}
