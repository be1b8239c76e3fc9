import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { apiOriginOf, metaPolicy, type PageNeeds } from './content-security-policy.ts'
import { formatHeadersFile, headersFileName } from './headers-file.ts'
import type { OwnScripts } from './own-scripts.ts'
import { findBlocked, findForeignScripts, needsOf, withPolicy } from './page.ts'
import { siteRules } from './site-rules.ts'

/**
 * Writes each page's policy into the page and the headers of the whole site into a file beside it.
 * @throws Error that lists, page by page, what the policy blocks
 */
export async function harden(
  site: string,
  apiUrl: string | undefined,
  ownScripts: OwnScripts,
): Promise<void> {
  const apiOrigin = apiOriginOf(apiUrl)
  const names = await fileNames(site)
  const read = (name: string) => readFile(join(site, name), 'utf8')
  const pages = new Map<string, PageNeeds>()
  const drawings = new Map<string, PageNeeds>()
  const problems: string[] = []

  for (const name of names.filter((it) => it.endsWith('.svg'))) {
    drawings.set(name, needsOf(await read(name)))
  }
  for (const name of names.filter((it) => it.endsWith('.html'))) {
    const html = await read(name)
    const needs = needsOf(html, ownScripts)
    pages.set(name, needs)
    const blocked = [...findBlocked(html), ...findForeignScripts(html, ownScripts)]
    problems.push(...blocked.map((problem) => `  ${name}: ${problem}`))
    await writeFile(join(site, name), withPolicy(html, metaPolicy(needs, apiOrigin)))
  }
  if (problems.length > 0) {
    throw new Error(
      `The content security policy blocks content of these pages:\n${problems.join('\n')}`,
    )
  }
  const files = names.filter((it) => !it.endsWith('.html'))
  const rules = siteRules({ pages, files, drawings, apiOrigin })
  await writeFile(join(site, headersFileName), formatHeadersFile(rules))
}

/** Sorted, so that the order is the same on every machine. */
async function fileNames(site: string): Promise<string[]> {
  const entries = await readdir(site, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && entry.name !== headersFileName)
    .map((entry) => relative(site, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort()
}
