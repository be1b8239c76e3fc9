import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { screens } from '../../../src/lib/core/navigation/screens.ts'
import { root } from '../../../tools/scripts/run-command.ts'
import { latinWordsIn, readPhrases } from '../../support/arabic/phrases.ts'
import { findViolations } from '../../support/browser/axe.ts'
import { test as base, expect } from '../../support/browser/browser.ts'
import { findOverlaps } from '../../support/browser/fit.ts'
import { openPlace } from '../../support/browser/place.ts'
import { startServerProcess } from '../../support/server/server-process.ts'
import { provesOnce } from '../../support/suite.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { makeOrganization, makeUser, type Place } from '../../support/worlds/factories.ts'
import { makeFlag, reportScans } from '../../support/worlds/mail-factories.ts'

/*
 * Every screen, tab and view in Arabic on a narrow phone. Data is in Arabic letters and numbers, so that
 * Latin words on a screen are ours. The journeys that are marked @arabic press what is on them.
 */

const test = base.extend<object, { site: OwnSite }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern
    async ({}, use) => {
      await using site = await openOwnSite()
      await use(site)
    },
    { scope: 'worker' },
  ],
  place: [({ site }, use) => use(site.place), { scope: 'worker' }],
  baseURL: ({ site }, use) => use(site.url),
})

test.use({ viewport: { width: 320, height: 720 } })

/** Words in Latin letters that are the same in every language. */
const kept = ['Aman', 'English', ...latinWordsIn(readPhrases())]

const paths = Object.entries(screens).flatMap(([screen, { tabs, views }]) => [
  ...tabs.map((tab) => `/ar/dashboard/${screen}?tab=${tab}`),
  ...views.map((view) => `/ar/dashboard/${screen}?view=${view}`),
])
const pathsOf = (name: string) => paths.filter((path) => path.startsWith(`/ar/dashboard/${name}`))

async function expectArabic(page: Page, path: string) {
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  await page.waitForLoadState('networkidle')
  await expectTranslated(page, path)
  const cutNames = await page
    .locator('.table-name')
    .evaluateAll((all) =>
      all.filter((it) => it.scrollHeight > it.clientHeight + 1).map((it) => it.textContent),
    )
  expect.soft(cutNames, `names that are cut off on ${path}`).toEqual([])
  // The English screens have the same elements.
  if (provesOnce) return
  expect.soft(await findViolations(page), `violations on ${path}`).toEqual([])
  await page.emulateMedia({ forcedColors: 'active' })
  await expectTranslated(page, `${path} in forced colours`)
  await page.emulateMedia({ forcedColors: null })
}

test('the public pages are Arabic, and fit a narrow phone', async ({ page }) => {
  for (const path of ['/', '/login', '/privacy-policy']) {
    await page.goto(`/ar${path}`)
    await expectArabic(page, path)
  }
})

for (const [role, names] of [
  ['employee', ['employee', 'account']],
  ['team_lead', ['team', 'people']],
  ['super_admin', ['admin']],
] as const) {
  test(`every screen of ${role} is Arabic, and fits a narrow phone`, { tag: '@all' }, async ({
    page,
    place,
    users,
  }) => {
    test.slow()
    // Digits, because a word of English is a fault here.
    const unique = String(randomInt(1e12))
    const organizationId = await makeOrganization(place, {
      name: `شركة ${unique}`,
      industry: 'finance',
    })
    const person = { organizationId, full_name: 'لينا حداد', department: 'المالية' }
    const one = { ...person, role, username: `u1${unique}` }
    const user = await users.make({ ...one, managesOrganization: role === 'team_lead' })
    const other = {
      ...person,
      full_name: 'عبد الرحمن القواسمة الرواشدة',
      username: `u2${unique}`,
    }
    const member = await makeUser(place, other)
    const mail = { sender: 'a@bank.example', detection_reason: 'رابط مريب', indicators: ['رابط'] }
    for (const recipient of [user, member]) {
      await reportScans(place, recipient, [
        { ...mail, threat_level: 'malicious', subject: 'عاجل' },
        { ...mail, threat_level: 'suspicious', subject: 'فاتورة' },
        { ...mail, threat_level: 'safe', subject: 'مرحبا' },
      ])
    }
    await makeFlag(place, user, { flag_type: 'red', value: 'bad.example' })
    await users.signIn(page, user)
    for (const path of names.flatMap(pathsOf)) {
      const isOrganization = path.endsWith('view=organization')
      await page.goto(isOrganization ? `${path}&id=${organizationId}` : path)
      await expectArabic(page, path)
    }
  })
}

/**
 * Every text of the page that holds a word in plain Latin letters, besides what is kept,
 * addresses and domains; what a person reads, and what is read out or shown on request.
 */
function findEnglish(kept: readonly string[]): string[] {
  const spoken = ['aria-label', 'aria-description', 'aria-valuetext', 'title', 'alt', 'placeholder']
  // Configuration, names of files, addresses of links and links to another language are the same in every language.
  const silent = 'script, style, noscript, pre, code, kbd, a[hreflang], .try-address'
  const found = new Set<string>()
  const look = (text: string, where: string) => {
    const ours = text.replace(/\S*@\S*|https?:\S*|\b[\w-]+(?:\.[\w-]+)+\b/g, '')
    if (ours.match(/[A-Za-z]{2,}/g)?.some((word) => !kept.includes(word)))
      found.add(`${where}: ${text.trim()}`)
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
    if (
      !meta.matches(
        '[property="og:type"], [property="og:url"], [property^="og:image"], [property^="og:locale"]',
      )
    )
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
    // Text that is only read out is one pixel wide.
    if (box.width <= 1) continue
    const scroller = element.parentElement?.closest<HTMLElement>(
      '.tabs-list, .table-scroll, section[tabindex]',
    )
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
async function expectTranslated(page: Page, name: string): Promise<void> {
  expect.soft(await page.evaluate(findEnglish, kept), `English on ${name}`).toEqual([])
  expect.soft(await page.evaluate(findOverflow), `overflow on ${name}`).toEqual([])
  const overlaps = await findOverlaps(page, 'header, [role=row]')
  expect.soft(overlaps, `overlaps on ${name} at ${page.viewportSize()?.width} px`).toEqual([])
}

interface OwnSite {
  readonly url: string
  readonly place: Place
}

/**
 * A server with a database of its own, for tests that read every word of a screen: its only user has an
 * Arabic name and an address without a word.
 */
async function openOwnSite(): Promise<OwnSite & AsyncDisposable> {
  const data = await temporaryFolder()
  const databaseUrl = `file:${join(data.path, 'aman.db')}`
  const server = await startServerProcess({
    DATABASE_URL: databaseUrl,
    SITE_DIRECTORY: join(root, 'dist'),
    POLICY_FILE: join(root, 'src/content/privacy-policy.yaml'),
  })
  if (server.url === undefined) throw new Error(`no server: ${server.output().stderr}`)
  const place = await openPlace(databaseUrl)
  await place.database
    .updateTable('users')
    .set({ full_name: 'مدير', username: 'a1', email: 'a1@firm.example' })
    .execute()
  return {
    url: server.url,
    place,
    async [Symbol.asyncDispose]() {
      await place[Symbol.asyncDispose]()
      await server.end('SIGTERM')
      await data.remove()
    },
  }
}
