import type { Page } from '@playwright/test'
import { expect } from '../arabic/page.ts'
import { findOverlaps } from './overlaps.ts'

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

/**
 * Expects no English word and no cut-off or overlapping text in what the page shows now.
 * @param kept words in Latin letters that are the same in every language
 */
export async function expectTranslated(
  page: Page,
  name: string,
  kept: readonly string[],
): Promise<void> {
  expect.soft(await page.evaluate(findEnglish, kept), `English on ${name}`).toEqual([])
  expect.soft(await page.evaluate(findOverflow), `overflow on ${name}`).toEqual([])
  const overlaps = await findOverlaps(page, 'header, [role=row]')
  expect.soft(overlaps, `overlaps on ${name} at ${page.viewportSize()?.width} px`).toEqual([])
}
