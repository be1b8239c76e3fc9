import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Edited } from './build.ts'
import { firstDifference, type PageParts, partsOf } from './page.ts'

/** What of a site with other words differs from the site as it is in more than its words. */
export function compareSites(plain: string, other: string, content: readonly Edited[]): string[] {
  const before = pagesOf(plain)
  const after = pagesOf(other)
  const problems: string[] = []
  for (const [name, page] of after) {
    const own = before.get(name)
    const difference = own === undefined ? 'is new' : firstDifference(own, page)
    if (difference !== undefined) problems.push(`${name}: ${difference}`)
    for (const text of page.data) JSON.parse(text)
  }
  const texts = [...after.values()].map((page) => page.texts).join('\n')
  for (const { name, texts: written } of content) {
    for (const text of written) {
      if (!texts.includes(text)) problems.push(`${name}.yaml: ${text} is on no page`)
    }
  }
  return problems
}

function pagesOf(site: string): Map<string, PageParts> {
  const names = globSync('**/*.html', { cwd: site }).sort()
  return new Map(names.map((name) => [name, partsOf(readFileSync(join(site, name), 'utf8'))]))
}
