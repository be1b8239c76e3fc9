const islandTag = /<astro-island\b[^>]*>/g
const touchScript =
  /<script>(?:(?!<\/script>)[\s\S])*"astro:touch"(?:(?!<\/script>)[\s\S])*<\/script>/
const runtimeScript =
  /<script>(?:(?!<\/script>)[\s\S])*define\("astro-island"(?:(?!<\/script>)[\s\S])*<\/script>/
const lastIsland = /<\/astro-island>(?![\s\S]*<\/astro-island>)/

/**
 * Where all islands of a page wake at a touch, one small script takes the place of Astro's runtime.
 * @throws Error when Astro's scripts are not where they were, or pack props in a way that is not read
 */
export function withOwnRuntime(html: string, script: string): string {
  const islands = html.match(islandTag) ?? []
  if (islands.length === 0 || !islands.every((tag) => tag.includes(' client="touch"'))) return html
  for (const tag of islands) checkProps(tag)
  for (const pattern of [touchScript, runtimeScript]) {
    if (!pattern.test(html)) throw new Error('Astro writes the scripts of islands in another way')
  }
  return html
    .replace(touchScript, '')
    .replace(runtimeScript, '')
    .replace(lastIsland, (end) => `${end}<script>${script}</script>`)
}

/** `load-island.ts` reads lists and plain values alone. */
function checkProps(tag: string): void {
  const props = tag.replaceAll('&quot;', '"')
  if (/\[(?:[2-9]|1\d+),/.test(props))
    throw new Error(`An island has props of a special kind: ${tag}`)
}
