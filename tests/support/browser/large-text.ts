import type { Page } from '@playwright/test'
import { expect } from '../arabic/page.ts'

/** A laptop's window, which doubled text leaves as much room as a large phone. */
const width = 1280

/**
 * Neither the page nor an open dialog is wider than its window where a user has enlarged the text alone
 * (WCAG 1.4.4): the browser's zoom makes the window smaller, and text sizes do not.
 */
export async function expectLargeTextFits(page: Page): Promise<void> {
  const before = page.viewportSize()
  await page.setViewportSize({ width, height: 900 })
  for (const percent of [150, 200]) {
    const tooWide = await page.evaluate((size) => {
      const root = document.documentElement
      root.style.fontSize = `${size}%`
      const boxes = [root, ...document.querySelectorAll('dialog[open]')]
      const found = boxes.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
      root.style.fontSize = ''
      return found
    }, percent)
    expect(Math.max(...tooWide), `pixels beyond ${width} at ${percent} % text size`).toBe(0)
  }
  if (before !== null) await page.setViewportSize(before)
}
