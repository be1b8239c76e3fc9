import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Page } from '@playwright/test'
import { parse, stringify } from 'yaml'
import { pseudoLocale, pseudoValue } from '../../../build/locales/pseudo.ts'
import { run } from '../../../tools/scripts/run-command.ts'
import { type OwnSite, openOwnSite } from '../server/own-site.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { test as base } from './browser.ts'
import { expectTranslated } from './translated-page.ts'

const folder = '.cache/site-pseudo'

/** The site in the pseudo-locale, with a server and a database of its own. Built once, until it changes. */
export const test = base.extend<object, { pseudoSite: OwnSite }>({
  pseudoSite: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern
    async ({}, use) => {
      const build = await run('node', [
        'tools/scripts/build-site.ts',
        '--if-changed',
        '--pseudo-locale',
        '--folder',
        folder,
      ])
      if (build.exitCode !== 0) throw new Error(`the site did not build: ${build.output}`)
      const data = await temporaryFolder()
      const policyFile = join(data.path, 'policy.yaml')
      await writeTranslatedPolicy(policyFile)
      const site = await openOwnSite(folder, { POLICY_FILE: policyFile })
      await use(site)
      await site[Symbol.asyncDispose]()
      await data.remove()
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  place: [({ pseudoSite }, use) => use(pseudoSite.place), { scope: 'worker' }],
  baseURL: ({ pseudoSite }, use) => use(pseudoSite.url),
})

/** The policy, and its translation beside it, which the pseudo-locale makes from it. */
async function writeTranslatedPolicy(path: string): Promise<void> {
  const english = await readFile('src/content/privacy-policy.yaml', 'utf8')
  const translated = join(dirname(path), pseudoLocale, basename(path))
  await mkdir(dirname(translated))
  await writeFile(path, english)
  await writeFile(translated, stringify(pseudoValue(parse(english))))
}

/** Expects no English word and no cut-off or overlapping text in what the page shows now. */
export function expectOnlyPseudo(page: Page, name: string): Promise<void> {
  return expectTranslated(page, name, ['Aman', 'DELETE', 'English'])
}
