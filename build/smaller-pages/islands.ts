/** @returns whether a page has an island, whose code may load more styles later */
export function hasIsland(html: string): boolean {
  return /<astro-island\b/.test(html)
}

/**
 * Takes away a name of each island that nothing reads. Astro makes it from the folder of the build, so
 * that the same sources would give other pages elsewhere.
 */
export function withoutNames(html: string): string {
  return html.replaceAll(/(<astro-island) uid="[^"]*"/g, '$1')
}
