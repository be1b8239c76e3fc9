const declaration = /(?<=[{;])(--[\w-]+):[^;{}]*(?:;|(?=\}))/g
const use = /var\((--[\w-]+)/g
const root = /(?<=:root)\{color-scheme[^}]*\}/
const ofLanguage = /(?<=:root:lang\(\w+\))\{[^}]*\}/

/**
 * Removes custom properties, mainly colours, that a page does not use: 300 bytes of the privacy policy, 97
 * of the Arabic front page, 70 of a dashboard.
 * @param kept names that a style outside the page uses
 */
export function withUsedProperties(html: string, kept: ReadonlySet<string>): string {
  const used = new Set([...kept, ...propertiesUsedIn(html)])
  return html.replace(/<style>[\s\S]*?<\/style>/g, (style) =>
    style.replace(declaration, (whole, name) => (used.has(name) ? whole : '')),
  )
}

/**
 * Writes what is used once where it is used, if nothing but the root declares it.
 * @param kept names that a style outside the page uses
 * @param changing names for which a style outside the page has other values
 */
export function withValuesUsedOnce(
  html: string,
  kept: ReadonlySet<string>,
  changing: ReadonlySet<string> = new Set(),
): string {
  const all = [...html.matchAll(declaration)]
  const uses = Map.groupBy(propertiesUsedIn(html), (name) => name)
  const declarations = Map.groupBy(all, ([, name]) => name)
  const [ofRoot = ''] = root.exec(html) ?? []
  return ofRoot.matchAll(declaration).reduce((page, [whole, name = '']) => {
    const value = whole.slice(name.length + 1).replace(/;$/, '')
    const isOnce = uses.get(name)?.length === 1 && !kept.has(name) && !changing.has(name)
    const isElsewhere = declarations.get(name)?.length !== 1 || html.includes(`var(${name},`)
    if (!isOnce || isElsewhere || value.includes('var(')) return page
    return page.replace(`var(${name})`, () => value).replace(whole, '')
  }, html)
}

export function propertiesDeclaredIn(text: string): string[] {
  return [...text.matchAll(/(?<=[{;\s])--[\w-]+(?=:)/g)].map(([name]) => name)
}

export function propertiesUsedIn(text: string): string[] {
  return [...text.matchAll(use)].map(([, name = '']) => name)
}

/** Removes the fonts and sizes in which the page's language has others: 80 bytes of the Arabic front page. */
export function withOwnLanguage(html: string): string {
  const [declarations = ''] = ofLanguage.exec(html) ?? []
  const own = new Set([...declarations.matchAll(declaration)].map(([, name]) => name))
  return html.replace(root, (rules) =>
    rules.replace(declaration, (whole, name) => (own.has(name) ? '' : whole)),
  )
}
