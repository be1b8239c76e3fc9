import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import { inlineScripts } from '../../../hosting/page.ts'
import type { Page, SiteUnderTest } from './site-under-test.ts'
import { type Visit, visit } from './traffic.ts'

export interface Visited {
  readonly page: Visit
  readonly floor: Visit
  /** As text, before compression; they travel inside the HTML. */
  readonly inlineScriptBytes: number
}

/** By the paths of the pages. */
export async function measurePages(
  browser: Browser,
  { url, directory }: SiteUnderTest,
  pages: readonly Page[],
): Promise<Record<string, Visited>> {
  const visited: Record<string, Visited> = {}
  for (const { path, floor } of pages) {
    const html = readFileSync(join(directory, path, 'index.html'), 'utf8')
    visited[path] = {
      page: await visit(browser, url + path),
      floor: await visit(browser, url + floor),
      inlineScriptBytes: Buffer.byteLength(inlineScripts(html).join('')),
    }
  }
  return visited
}
