/** @returns whether a page has an island, whose code may load more styles later */
export function hasIsland(html: string): boolean {
  return /<astro-island\b/.test(html)
}
