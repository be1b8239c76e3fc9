import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { parse, stringify } from 'yaml'
import { run } from '../../scripts/run-command.ts'
import { pseudoLocale, pseudoValue } from '../../src/locales/pseudo.ts'
import { test as base } from './browser.ts'
import type { Place } from './factories.ts'
import { findOverlaps } from './overlaps.ts'
import { openPlace } from './place.ts'
import { startServerProcess } from './server-process.ts'
import { temporaryFolder } from './temporary-folder.ts'

const folder = '.cache/site-pseudo'

interface PseudoSite {
  readonly url: string
  readonly place: Place
}

/** The site in the pseudo-locale, with a server and a database of its own. Built once, until it changes. */
export const test = base.extend<object, { pseudoSite: PseudoSite }>({
  pseudoSite: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern
    async ({}, use) => {
      const build = await run('node', [
        'scripts/build-site.ts',
        '--if-changed',
        '--pseudo-locale',
        '--folder',
        folder,
      ])
      if (build.exitCode !== 0) throw new Error(`the site did not build: ${build.output}`)
      const data = await temporaryFolder()
      const policyFile = join(data.path, 'policy.yaml')
      await writeTranslatedPolicy(policyFile)
      const databaseUrl = `file:${join(data.path, 'aman.db')}`
      const server = await startServerProcess({
        DATABASE_URL: databaseUrl,
        POLICY_FILE: policyFile,
        SITE_DIRECTORY: join(import.meta.dirname, '../..', folder),
      })
      if (server.url === undefined) throw new Error(`no server: ${server.output().stderr}`)
      const place = await openPlace(databaseUrl)
      // The first administrator, who has an English name and an address without a dot.
      await place.database
        .updateTable('users')
        .set({ full_name: 'مدير', username: 'a1', email: 'a1@firm.example' })
        .execute()
      await use({ url: server.url, place })
      await place[Symbol.asyncDispose]()
      await server.end('SIGTERM')
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

/**
 * Every text of the page that holds a word in plain Latin letters, besides the product's name,
 * addresses and domains; what a person reads, and what is read out or shown on request.
 */
function findEnglish(): string[] {
  const spoken = ['aria-label', 'aria-description', 'aria-valuetext', 'title', 'alt', 'placeholder']
  // Configuration and names of files are the same in every language.
  const silent = 'script, style, noscript, pre, code'
  const found = new Set<string>()
  const look = (text: string, where: string) => {
    const ours = text.replace(/\b(?:Aman|DELETE)\b|\S*@\S*|\b[\w-]+(?:\.[\w-]+)+\b/g, '')
    if (/[A-Za-z]{2,}/.test(ours)) found.add(`${where}: ${text.trim()}`)
  }
  look(document.title, 'title')
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const parent = texts.currentNode.parentElement
    if (parent?.closest(silent)) continue
    look(texts.currentNode.nodeValue ?? '', `<${parent?.tagName.toLowerCase()}>`)
  }
  for (const element of document.querySelectorAll('*')) {
    for (const name of spoken) look(element.getAttribute(name) ?? '', `@${name}`)
    for (const pseudo of ['::before', '::after']) {
      const { content } = getComputedStyle(element, pseudo)
      if (content.startsWith('"')) look(content, pseudo)
    }
  }
  for (const meta of document.querySelectorAll('meta[name=description], meta[property^="og:"]')) {
    if (!meta.matches('[property="og:type"], [property="og:url"], [property="og:image"]'))
      look(meta.getAttribute('content') ?? '', 'meta')
  }
  return [...found]
}

/** Elements whose text is cut off, or that stand outside the window; what scrolls by itself may. */
function findOverflow(): string[] {
  const width = document.documentElement.clientWidth
  const found: string[] = []
  const nameOf = (element: Element) =>
    `<${element.tagName.toLowerCase()} class="${element.getAttribute('class')}"> ${element.textContent?.trim().slice(0, 60)}`
  const { scrollWidth } = document.documentElement
  if (scrollWidth > width) found.push(`the page is ${scrollWidth} wide`)
  for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
    if (element.closest('.visually-hidden, svg, [aria-hidden=true], .skip, option')) continue
    const text = [...element.childNodes].some(
      (node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim(),
    )
    if (!text) continue
    const box = element.getBoundingClientRect()
    // What is read out alone is one pixel wide.
    if (box.width <= 1) continue
    const scroller = element.parentElement?.closest<HTMLElement>('.tabs-list, .table-scroll')
    if (!scroller && box.bottom > 0 && (box.left < -1 || box.right > width + 1))
      found.push(`outside: ${nameOf(element)}`)
    const { overflowX, textOverflow } = getComputedStyle(element)
    const isCut = element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0
    if (isCut && overflowX !== 'visible' && overflowX !== 'auto' && overflowX !== 'scroll')
      found.push(`cut (${overflowX}, ${textOverflow}): ${nameOf(element)}`)
  }
  return found
}

/** Expects no English word and no cut-off or overlapping text in what the page shows now. */
export async function expectOnlyPseudo(page: Page, name: string): Promise<void> {
  expect.soft(await page.evaluate(findEnglish), `English on ${name}`).toEqual([])
  expect.soft(await page.evaluate(findOverflow), `overflow on ${name}`).toEqual([])
  const overlaps = await findOverlaps(page, 'header, [role=row]')
  expect.soft(overlaps, `overlaps on ${name}`).toEqual([])
}
