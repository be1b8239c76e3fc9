/** The output of the build: the imports of each chunk by its address, and the chunk of each module. */
export interface Chunks {
  readonly importsOf: ReadonlyMap<string, readonly string[]>
  /** The address of each screen's own chunk, by the screen's name. */
  readonly chunkOfScreen: ReadonlyMap<string, string>
}

const islandTag = /<astro-island\b[^>]*\bclient="(\w+)"[^>]*>/g
const moduleUrl = /\b(?:component|renderer)-url="([^"]+)"/g
const screenPreload = /<link rel="modulepreload" data-screen="([^"]+)">/g

/**
 * Names every module that a page will need, imports of imports included, so that none waits for
 * another: a `client:touch` island's in the island itself, for when it wakes; all others', and those
 * of the screen that a `modulepreload` names, in the page's head.
 * @throws Error when there is no chunk for such a screen
 */
export function withPreloads(html: string, { importsOf, chunkOfScreen }: Chunks): string {
  const atOnce = new Set<string>()
  const withIslands = html
    .replace(islandTag, (tag, directive) => {
      const urls = directive === 'touch' ? new Set<string>() : atOnce
      for (const [, url] of tag.matchAll(moduleUrl)) {
        if (url !== undefined) collect(url, importsOf, urls)
      }
      if (directive !== 'touch') return tag
      return tag.replace('<astro-island', `<astro-island preload="${[...urls].join(' ')}"`)
    })
    .replace(screenPreload, (_, screen) => {
      const url = chunkOfScreen.get(screen)
      if (url === undefined) throw new Error(`no chunk was made of the screen '${screen}'`)
      collect(url, importsOf, atOnce)
      return ''
    })
  const links = [...atOnce].map((url) => `<link rel="modulepreload" href="${url}">`)
  // Before the page's scripts and styles, which a phone needs some time to parse.
  return withIslands.replace(/<script|<style|<\/head>/, (place) => `${links.join('')}${place}`)
}

function collect(url: string, importsOf: Chunks['importsOf'], found: Set<string>): void {
  if (found.has(url)) return
  found.add(url)
  for (const imported of importsOf.get(url) ?? []) collect(imported, importsOf, found)
}
