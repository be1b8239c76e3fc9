import type { Page } from '@playwright/test'
import { expect } from '../arabic/page.ts'
import { provesOnce } from '../suite.ts'

/**
 * Pairs of texts that are drawn over each other within one element of the selector, as a header or a row
 * of a table.
 */
export function findOverlaps(page: Page, selector: string): Promise<string[]> {
  return page.locator(selector).evaluateAll((all) => {
    // The boxes of letters in lines that follow each other touch.
    const tolerance = 4
    /** The drawn part of a text: an element may cut it off. */
    const clip = (box: DOMRect, parent: Element | null) => {
      if (parent === null || getComputedStyle(parent).overflowX === 'visible') return box
      const { left, right } = parent.getBoundingClientRect()
      const start = Math.max(box.left, left)
      return new DOMRect(
        start,
        box.top,
        Math.max(0, Math.min(box.right, right) - start),
        box.height,
      )
    }
    const textsOf = (element: Element) => {
      const texts = []
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      while (walker.nextNode()) {
        const node = walker.currentNode
        const parent = node.parentElement
        const isVisible = parent?.checkVisibility() && !parent.closest('.visually-hidden')
        if (!node.nodeValue?.trim() || !isVisible) continue
        const range = document.createRange()
        range.selectNodeContents(node)
        const boxes = [...range.getClientRects()].map((box) => clip(box, parent))
        texts.push({ text: node.nodeValue, boxes })
      }
      return texts
    }
    const overlap = (one: DOMRect, other: DOMRect) =>
      Math.min(one.right, other.right) - Math.max(one.left, other.left) > tolerance &&
      Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > tolerance
    return all.flatMap((element) => {
      const texts = textsOf(element)
      return texts.flatMap((one, index) =>
        texts
          .slice(index + 1)
          .filter((other) => one.boxes.some((box) => other.boxes.some((it) => overlap(box, it))))
          .map((other) => `'${one.text}' and '${other.text}'`),
      )
    })
  })
}

/** A laptop's window, which doubled text leaves as much room as a large phone, and a phone's. */
const widths = [1280, 390]

/** The largest one asks for the most room; `npm run test:all` also looks at one on the way. */
const percents = provesOnce ? [200] : [150, 200]

/**
 * Neither the page nor an open dialog is wider than its window, and no heading is squeezed to a letter
 * a line, where a user has enlarged the text alone (WCAG 1.4.4): the browser's zoom makes the window
 * smaller, and text sizes do not.
 */
export async function expectLargeTextFits(page: Page): Promise<void> {
  const before = page.viewportSize()
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    for (const percent of percents) {
      const [tooWide, squeezed] = await page.evaluate((size) => {
        const root = document.documentElement
        root.style.fontSize = `${size}%`
        const boxes = [root, ...document.querySelectorAll('dialog[open]')]
        const beyond = boxes.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
        const headings = [...document.querySelectorAll<HTMLElement>('h1, h2, h3')]
          .filter((heading) => heading.checkVisibility() && heading.textContent.length > 3)
          .filter((heading) => {
            const { width, height } = heading.getBoundingClientRect()
            // A hidden one has a single pixel.
            return (
              width > 1 &&
              width < 2 * Number.parseFloat(getComputedStyle(heading).fontSize) &&
              height > width
            )
          })
          .map(({ textContent }) => textContent)
        root.style.fontSize = ''
        return [Math.max(...beyond), headings]
      }, percent)
      const where = `at ${percent} % text size in a window of ${width} pixels`
      expect(tooWide, `pixels beyond it ${where}`).toBe(0)
      expect(squeezed, `squeezed headings ${where}`).toEqual([])
    }
  }
  if (before !== null) await page.setViewportSize(before)
}
