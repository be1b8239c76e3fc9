import { letters } from './letters.ts'

const scopeName = /\bdata-astro-cid-\w+/g

/**
 * Replaces Astro's style scopes, hashes that do not compress, with single letters: about 320 bytes of a
 * front page.
 */
export function withShortScopes(html: string): string {
  const names = [...new Set(html.match(scopeName))]
  const short = new Map(names.map((name, index) => [name, `data-${letters(index)}`]))
  return html.replace(scopeName, (name) => short.get(name) ?? name)
}
