import type { Page } from '@playwright/test'
import { expect, test } from '../../support/browser/browser.ts'
import { measureContrast } from '../../support/browser/contrast.ts'

test("the footer's addresses are not broken at any width", async ({ page }) => {
  await page.goto('/privacy-policy')
  const addresses = page.getByRole('contentinfo').locator('address a')
  await expect(addresses).toHaveCount(2)
  for (const width of [320, 360, 768, 800, 1024, 1440, 2560]) {
    await page.setViewportSize({ width, height: 900 })
    for (const address of await addresses.all()) {
      const lines = await address.evaluate((link) => link.getClientRects().length)
      expect(lines, `at ${width} px`).toBe(1)
    }
  }
})

test('the navigation is not printed, at any width', async ({ page }) => {
  await page.goto('/')
  const navigation = page.getByRole('banner').locator('nav')
  await expect(navigation).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  for (const width of [600, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await expect(navigation).toBeHidden()
    await expect(page.locator('.site-header .logo')).toBeVisible()
  }
})

test('Arabic words are marked as Arabic and run from right to left', async ({ page }) => {
  await page.goto('/')
  const parts = await page.evaluate(() => {
    const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found: { text: string; lang: string | undefined; dir: string | undefined }[] = []
    while (words.nextNode()) {
      const { nodeValue, parentElement } = words.currentNode
      if (nodeValue === null || !/\p{Script=Arabic}/u.test(nodeValue)) continue
      const { lang, dir } = parentElement ?? {}
      found.push({ text: nodeValue.trim(), lang, dir })
    }
    return found
  })
  // The links to the page in Arabic, in header and footer, and the name of Aman between them.
  expect(parts).toEqual(
    ['العربية', 'أمان', 'العربية'].map((text) => ({ text, lang: 'ar', dir: 'rtl' })),
  )
})

/** Texts of the animation that are faded or too pale, with every animation paused at one moment. */
const paleTextsAt = (page: Page, atMs: number) =>
  page.evaluate((time) => {
    const contrastOf = Reflect.get(window, 'contrastOf')
    const groundOf = Reflect.get(window, 'groundOf')
    const alphaOf = Reflect.get(window, 'alphaOf')
    const picture = document.querySelector('.judged')
    for (const animation of picture?.getAnimations({ subtree: true }) ?? []) {
      animation.pause()
      animation.currentTime = time
    }
    const opacityOf = (element: Element | null): number =>
      element === null
        ? 1
        : Number(getComputedStyle(element).opacity) * opacityOf(element.parentElement)
    const pale: string[] = []
    const texts = document.createTreeWalker(picture ?? document, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const element = texts.currentNode.parentElement
      const text = texts.currentNode.nodeValue?.trim()
      if (element === null || text === undefined || text === '') continue
      const { color, visibility } = getComputedStyle(element)
      const opacity = opacityOf(element)
      if (opacity === 0 || visibility === 'hidden' || alphaOf(color) === 0) continue
      const isFaded = opacity < 1 || alphaOf(color) < 255
      if (isFaded || contrastOf(color, groundOf(element)) < 4.5) pale.push(`${text} at ${time}`)
    }
    return pale
  }, atMs)

for (const colorScheme of ['light', 'dark'] as const) {
  test(`every text of the animation is readable at every moment in ${colorScheme}`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'no-preference' })
    await measureContrast(page)
    await page.goto('/')
    await expect(page.locator('.judge-note p')).toHaveCount(2)
    const moving = page.locator('.judged')
    expect(
      await moving.evaluate((picture) => picture.getAnimations({ subtree: true }).length),
    ).toBeGreaterThan(5)
    for (let atMs = 0; atMs <= 4000; atMs += 100) expect(await paleTextsAt(page, atMs)).toEqual([])
  })
}
