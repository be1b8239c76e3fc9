import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Edited } from './build.ts'
import { firstDifference, type PageParts, partsOf } from './page.ts'

export interface Compared {
  readonly pages: number
  /** Of the content, on some page. */
  readonly found: number
  readonly problems: readonly string[]
}

/** What of a site with other words differs from the site as it is in more than its words. */
export function compareSites(plain: string, other: string, content: readonly Edited[]): Compared {
  const before = pagesOf(plain)
  const after = pagesOf(other)
  const problems = [...before.keys()]
    .filter((name) => !after.has(name))
    .map((name) => `${name} is missing`)
  for (const [name, page] of after) {
    const own = before.get(name)
    const difference = own === undefined ? 'is new' : firstDifference(own, page)
    if (difference !== undefined) problems.push(`${name}: ${difference}`)
    for (const text of page.data) JSON.parse(text)
  }
  const texts = [...after.values()].map((page) => page.texts).join('\n')
  let found = 0
  for (const { name, texts: written } of content) {
    for (const text of written) {
      if (texts.includes(text)) found += 1
      else problems.push(`${name}.yaml: ${text} is on no page`)
    }
  }
  return { pages: after.size, found, problems }
}

function pagesOf(site: string): Map<string, PageParts> {
  const names = globSync('**/*.html', { cwd: site }).sort()
  return new Map(names.map((name) => [name, partsOf(readFileSync(join(site, name), 'utf8'))]))
}
