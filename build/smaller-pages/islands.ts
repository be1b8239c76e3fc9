/** @returns whether a page has an island, whose code may load more styles and show any variant later */
export function hasIsland(html: string): boolean {
  return /<astro-island\b/.test(html)
}
