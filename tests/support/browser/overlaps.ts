import type { Page } from '@playwright/test'

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
