import type { Page } from '@playwright/test'
import { findViolations } from '../../support/browser/axe.ts'
import { expect, test } from '../../support/browser/browser.ts'
import { judgedIn, setLine, tried } from '../../support/browser/front-page.ts'

const asked = (page: Page) => {
  const paths: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (!/favicon|icons|manifest/.test(pathname)) paths.push(pathname)
  })
  return paths
}

test('a mail is judged on arrival as in its picture, and as where it is pasted', async ({
  page,
  request,
}) => {
  await setLine(page, 'metered')
  for (const { path, ran, sent } of [
    { path: '/', ran: 'This ran on your device just now. Nothing was sent', sent: 'then: 0' },
    { path: '/ar/', ran: 'جرى هذا على جهازك قبل لحظات', sent: '0' },
  ]) {
    await page.goto(path)
    const { judged, note } = judgedIn(page)
    const picture = await judged.textContent()
    const live = await page.context().newPage()
    await setLine(live, 'quick')
    await live.goto(path)
    const hero = judgedIn(live)
    await expect(hero.note.first()).toContainText(ran)
    await expect(hero.note.last()).toContainText(sent)
    await expect(note).toHaveCount(1)
    expect(await hero.judged.textContent()).toBe(picture)
    const { mails } = await (
      await request.get(`/samples/${path === '/' ? 'en' : 'ar'}.json`)
    ).json()
    const { samples, text, check, verdict, reasons } = tried(live)
    for (const [index, mail] of mails.entries()) {
      await samples.nth(index).click()
      await expect(hero.chosen).toHaveText((await samples.nth(index).textContent()) ?? '')
      await text.fill(mail)
      await check.click()
      await expect(verdict).toHaveText((await hero.level.textContent()) ?? '')
      await expect(reasons).toContainText((await hero.reasons.last().textContent()) ?? '')
    }
    await live.close()
  }
})

test('where the line is metered, slow or untold, nothing is requested before a touch', async ({
  browser,
  baseURL,
}) => {
  for (const line of ['metered', 'slow', 'untold'] as const) {
    const page = await browser.newPage({ baseURL: baseURL ?? '' })
    await setLine(page, line)
    const paths = asked(page)
    await page.goto('/')
    await page.waitForLoadState('networkidle')
    expect(paths, line).toEqual(['/'])
    const { level, note, chosen, part } = judgedIn(page)
    await expect(level).toHaveText('Suspicious')
    await expect(note).toHaveText('Choose one: Aman reads it on this device, and nothing is sent.')
    if (line === 'untold') await page.keyboard.press('Shift')
    else await tried(page).samples.nth(2).click()
    await expect(note.first()).toContainText('just now')
    const isSafe = line !== 'untold'
    await expect(level).toHaveText(isSafe ? 'We found nothing against it' : 'Suspicious')
    await expect(chosen).toContainText(isSafe ? 'Harbour Clinic' : 'Account Team')
    // Only a choice of the reader is announced.
    await expect(part.getByRole('status')).toHaveText(isSafe ? 'We found nothing against it' : '')
    await page.close()
  }
})

test('the counter of sent bytes stays at 0 without a network, and counts a real request', async ({
  page,
  context,
  console,
}) => {
  // Chromium asks for the icon again.
  console.expect(/net::ERR_INTERNET_DISCONNECTED/)
  await setLine(page, 'quick')
  await page.goto('/')
  const { note } = judgedIn(page)
  await expect(note.last()).toHaveText('Bytes sent since then: 0')
  await page.getByLabel('Business email').focus()
  await expect(page.locator('#demo [data-touch]')).toHaveCount(0)
  await context.setOffline(true)
  await page.getByRole('link', { name: 'paste one of yours' }).click()
  const { text, check, mail } = tried(page)
  await expect(text).toBeFocused()
  await text.fill('The minutes of the meeting are attached, see you on Tuesday.')
  await check.click()
  await expect(mail).toContainText('The minutes of the meeting')
  await expect(note.last()).toHaveText('Bytes sent since then: 0')
  await context.setOffline(false)
  await page.evaluate(() => fetch('/robots.txt?12345'))
  await expect(note.last()).toHaveText('Bytes sent since then: 17 or more')
})

test('the judged mails are accessible, fit at 320 px and with large text, and move nothing', async ({
  page,
}) => {
  await setLine(page, 'quick')
  await page.addInitScript(() => {
    Reflect.set(window, 'shifted', 0)
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        Reflect.set(window, 'shifted', Reflect.get(window, 'shifted') + Reflect.get(entry, 'value'))
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  for (const [path, colorScheme] of [
    ['/', 'light'],
    ['/ar/', 'dark'],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width: 320, height: 800 })
    await page.goto(path)
    const { note, reasons } = judgedIn(page)
    await expect(note).toHaveCount(2)
    expect(await page.evaluate(() => Reflect.get(window, 'shifted'))).toBeLessThanOrEqual(0.05)
    await tried(page).samples.nth(1).click()
    await expect(reasons).toHaveCount(6)
    expect(await findViolations(page)).toEqual([])
    for (const width of [320, 390, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await note.last().evaluate(roomBelow), `room at ${width} px`).toBeLessThan(1)
    }
    await page.setViewportSize({ width: 390, height: 800 })
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    for (const index of [0, 1, 2]) {
      await tried(page).samples.nth(index).click()
      await expect(tried(page).samples.nth(index)).toHaveAttribute('aria-pressed', 'true')
      expect(await judgedIn(page).part.evaluate(brokenWords), `of mail ${index}`).toEqual([])
    }
  }
})

/** How many lines of text would fit below the last paragraph of its part. */
function roomBelow(paragraph: Element): number {
  const { lineHeight, paddingBlockEnd } = getComputedStyle(paragraph.parentElement ?? paragraph)
  const end = paragraph.parentElement?.getBoundingClientRect().bottom ?? 0
  const room = end - Number.parseFloat(paddingBlockEnd) - paragraph.getBoundingClientRect().bottom
  return room / Number.parseFloat(lineHeight)
}

/** Words that stand on more than one line. Addresses are longer than a line. */
function brokenWords(part: Element): string[] {
  const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT)
  const broken: string[] = []
  while (texts.nextNode()) {
    const node = texts.currentNode
    for (const { 0: word, index } of (node.nodeValue ?? '').matchAll(/[\p{L}\p{M}]{4,}/gu)) {
      const isOfAddress = /[.@/-]/.test(
        (node.nodeValue ?? '').slice(index - 1, index + word.length + 1),
      )
      const range = document.createRange()
      range.setStart(node, index)
      range.setEnd(node, index + word.length)
      const lines = new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top)))
      if (lines.size > 1 && !isOfAddress) broken.push(word)
    }
  }
  return broken
}
