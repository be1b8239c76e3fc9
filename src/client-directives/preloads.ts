/** What each chunk imports, as Rollup names it: keys with a leading slash, values without. */
type Imports = ReadonlyMap<string, readonly string[]>

const islandTag = /<astro-island\b[^>]*\bclient="touch"[^>]*>/g
const moduleUrl = /\b(?:component|renderer)-url="([^"]+)"/g

/** Writes into each `client:touch` island every module that it will need, its imports included. */
export function withPreloads(html: string, imports: Imports): string {
  return html.replace(islandTag, (tag) => {
    const urls = new Set<string>()
    for (const [, url] of tag.matchAll(moduleUrl)) {
      if (url !== undefined) collect(url, imports, urls)
    }
    return tag.replace('<astro-island', `<astro-island preload="${[...urls].join(' ')}"`)
  })
}

function collect(url: string, imports: Imports, found: Set<string>): void {
  if (found.has(url)) return
  found.add(url)
  for (const file of imports.get(url) ?? []) collect(`/${file}`, imports, found)
}
