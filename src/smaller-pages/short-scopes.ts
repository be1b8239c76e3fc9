const scopeName = /\bdata-astro-cid-\w+/g

/** Replaces Astro's style scopes, hashes that do not compress, with single letters. */
export function withShortScopes(html: string): string {
  const names = [...new Set(html.match(scopeName))]
  const short = new Map(names.map((name, index) => [name, `data-${letters(index)}`]))
  return html.replace(scopeName, (name) => short.get(name) ?? name)
}

/** a to z, then aa, ab and so on. */
function letters(index: number): string {
  const last = String.fromCharCode(97 + (index % 26))
  return index < 26 ? last : letters(Math.floor(index / 26) - 1) + last
}
