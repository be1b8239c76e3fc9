import type { BrowserContext } from '@playwright/test'
import type { Phrase } from './phrases.ts'

/** English texts of the site, and patterns of those with values. */
interface English {
  readonly texts: readonly string[]
  readonly patterns: readonly string[]
}

/**
 * Journeys look for what they need; this looks at all that a page shows on the way, in dialogs and
 * notices too. What an Arabic page may not have becomes an error of the console, which fails the test:
 * an English text of the site, other digits, marks of direction, and links to pages in English.
 */
export async function watchArabicPages(
  context: BrowserContext,
  phrases: readonly Phrase[],
): Promise<void> {
  await context.addInitScript(watch, englishOf(phrases))
}

const value = /\{\w+\}/

function englishOf(phrases: readonly Phrase[]): English {
  const kept = new Set(
    phrases.filter(({ english, arabic }) => english === arabic).map(({ english }) => english),
  )
  const english = phrases.map((phrase) => phrase.english).filter((text) => !kept.has(text))
  return {
    texts: english.filter((text) => !value.test(text)).map((text) => text.trim()),
    patterns: english
      // A few short words, as in '{from} to {to}', are in data too.
      .filter((text) => value.test(text) && text.replaceAll(/\{\w+\}|[^A-Za-z]/g, '').length > 7)
      .map((text) => `^${text.split(value).map(RegExp.escape).join('.+')}$`),
  }
}

/** Runs in the page. */
function watch({ texts, patterns }: English) {
  const english = new Set(texts)
  const templates = new RegExp(patterns.join('|'), 's')
  const spoken = ['aria-label', 'aria-description', 'aria-valuetext', 'title', 'alt', 'placeholder']
  const told = new Set<string>()

  function tell(problem: string) {
    if (told.has(problem)) return
    told.add(problem)
    console.error(`On an Arabic page: ${problem}`)
  }

  function look(whole: string, element: Element) {
    // Elements that are marked as another language, as code or as data are no texts of the site.
    if (element.closest('[lang=en], [hreflang], bdi, script, style, noscript, code, pre')) return
    // `Intl` writes percentages with marks, in which they are read right.
    const text = whole.trim().replaceAll('\u200e%\u200e', '%')
    if (/[\u0660-\u0669\u06f0-\u06f9]/.test(text)) tell(`other digits: ${text}`)
    if (/[\u061c\u200e\u200f\u202a-\u202e\u2066\u2067]/.test(text)) tell(`marks: ${text}`)
    if (!/[A-Za-z]{3}/.test(text)) return
    if (english.has(text) || templates.test(text)) tell(`English: ${text}`)
  }

  function lookAt(node: Node) {
    if (node instanceof Text && node.parentElement) look(node.data, node.parentElement)
    if (!(node instanceof Element)) return
    for (const name of spoken) look(node.getAttribute(name) ?? '', node)
    const href = node.getAttribute('href') ?? ''
    const isPage = /^\/(?!ar\b|api\b|assets\b|\.)[\w/-]*(?:[?#]|$)/.test(href)
    if (node.matches('a:not([hreflang], [download])') && isPage) tell(`a link to ${href}`)
    for (const child of node.childNodes) lookAt(child)
  }

  const isArabic = () => document.documentElement?.lang === 'ar'
  document.addEventListener('DOMContentLoaded', () => {
    if (isArabic() && document.documentElement.dir !== 'rtl') tell('it runs from left to right')
  })
  new MutationObserver((changes) => {
    if (!isArabic()) return
    for (const { type, target, addedNodes } of changes)
      for (const node of type === 'childList' ? addedNodes : [target]) lookAt(node)
  }).observe(document, {
    ...{ subtree: true, childList: true, characterData: true },
    attributeFilter: [...spoken, 'href'],
  })
}
