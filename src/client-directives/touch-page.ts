const islandTag = /<astro-island\b[^>]*>/g
const touchScript =
  /<script>(?:(?!<\/script>)[\s\S])*"astro:touch"(?:(?!<\/script>)[\s\S])*<\/script>/
const runtimeScript =
  /<script>(?:(?!<\/script>)[\s\S])*define\("astro-island"(?:(?!<\/script>)[\s\S])*<\/script>/
const lastIsland = /<\/astro-island>(?![\s\S]*<\/astro-island>)/

/**
 * Replaces Astro's runtime with one small script if all islands of a page use `client:touch`.
 * @throws Error if Astro's scripts are not found or its props have an unsupported format
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

/** `load-island.ts` supports only lists and plain values. */
function checkProps(tag: string): void {
  const props = tag.replaceAll('&quot;', '"')
  if (/\[(?:[2-9]|1\d+),/.test(props))
    throw new Error(`An island has props of a special kind: ${tag}`)
}
