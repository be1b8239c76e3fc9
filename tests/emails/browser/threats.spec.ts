import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../../support/browser/browser.ts'
import { openWhole } from '../../support/browser/first-calls.ts'

const reason = 'The link leads elsewhere.'

function threat(id: number, overrides: Record<string, unknown> = {}) {
  return {
    id,
    email_subject: 'Confirm your account',
    sender_domain: 'lookalike.example',
    threat_level: 'suspicious',
    detection_reason: reason,
    timestamp: '2026-03-01T09:30:00Z',
    ...overrides,
  }
}

async function show(page: Page, threats: readonly object[]) {
  const json = { total_emails_scanned: 90, recent_phishing_emails: threats }
  await page.route('**/api/dashboard/employee*', (route) => route.fulfill({ json }))
  await openWhole(page, '/dashboard/employee')
}

const items = (page: Page) =>
  page.getByRole('region', { name: 'Recent threats' }).locator('li:has(h4)')

const clippedPixels = (text: Locator) =>
  text.evaluate((element) => element.scrollHeight - element.clientHeight)

test.beforeEach(async ({ page, users }) => {
  await users.signIn(page, await users.make())
})

/**
 * Line height as a multiple of the font size, and how far the glyphs of the first line reach beyond it.
 */
const measureInk = (text: Locator) =>
  text.evaluate((element) => {
    const { font, lineHeight, fontSize } = getComputedStyle(element)
    const context = document.createElement('canvas').getContext('2d')
    if (context === null) throw new Error('a browser can draw')
    context.font = font
    const ink = context.measureText(element.textContent)
    const { fontBoundingBoxAscent: ascent, fontBoundingBoxDescent: descent } = ink
    const halfLeading = (Number.parseFloat(lineHeight) - ascent - descent) / 2
    return {
      ratio: Number.parseFloat(lineHeight) / Number.parseFloat(fontSize),
      outside: Math.max(
        ink.actualBoundingBoxAscent - ascent - halfLeading,
        ink.actualBoundingBoxDescent - descent - halfLeading,
      ),
    }
  })

test('texts of any length can be read in full, and no letter is clipped', {
  tag: ['@R118', '@R123'],
}, async ({ page }) => {
  for (const width of [320, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    const lengths = [100, 130, 170, 500]
    const made = lengths.map((length, index) => {
      const text = 'WMgy '.repeat(length).slice(0, length)
      return threat(index, { email_subject: text, detection_reason: `Because ${text}` })
    })
    await show(page, made)
    await expect(items(page)).toHaveCount(lengths.length)
    for (const item of await items(page).all()) {
      await item.scrollIntoViewIfNeeded()
      const texts = item.locator('bdi', { hasText: 'WMgy' })
      await expect(texts).toHaveCount(2)
      const toggle = item.getByRole('button', { name: 'Show all of it' })
      // The button appears once the text is measured, and not when there is nothing more to show.
      const isClipped = async () => (await clippedPixels(texts.last())) > 1
      await expect.poll(async () => (await toggle.count()) > 0 === (await isClipped())).toBe(true)
      if ((await toggle.count()) > 0) await toggle.click()
      for (const shown of await texts.all()) expect(await clippedPixels(shown)).toBeLessThan(2)
    }
  }
  await test.step('no letter is clipped', async () => {
    for (const [text, ratio] of [
      ['ÅÉgjpqy Payment for gypsy jewellery', 1.4],
      ['إِشْعَارٌ بِفَاتُورَةٍ مُسْتَحَقَّةِ الدَّفْعِ', 1.7],
    ] as const) {
      const long = `${text} `.repeat(12)
      await show(page, [threat(1, { email_subject: long, detection_reason: long })])
      const texts = items(page).locator('bdi', { hasText: text })
      await expect(texts).toHaveCount(2)
      for (const shown of await texts.all()) {
        const ink = await measureInk(shown)
        expect(ink.ratio).toBeCloseTo(ratio, 2)
        // Less than half a pixel is antialiasing.
        expect(ink.outside).toBeLessThan(0.5)
      }
    }
  })
})
