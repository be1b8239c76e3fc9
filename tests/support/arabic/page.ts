import type { BrowserContext } from '@playwright/test'
import { expect as base } from '../assertions.ts'
import { type Phrase, readPhrases } from './phrases.ts'
import { Translator, type Wanted } from './translate.ts'

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
async function watchArabicPages(
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

/*
 * Journeys are written in English. In Arabic the same journey goes to the pages under /ar/, and looks
 * for what the catalogue says there. What these objects are asked for is translated on the way in:
 * addresses, texts, labels, choices, and arrow keys, which follow the direction of the page.
 */

const made = new WeakSet<object>()

/** Phrases that are translated for one project. */
let phrases: readonly Phrase[] | undefined
let translator: Translator | undefined

/** @returns the context, whose pages take English and look for Arabic */
export async function arabicContext(context: BrowserContext): Promise<BrowserContext> {
  phrases ??= readPhrases()
  translator ??= new Translator(phrases)
  await watchArabicPages(context, phrases)
  return inArabic(context, translator)
}

/** Playwright's `expect`, which translates what is expected of a page or locator in Arabic. */
export const expect: typeof base = translatedExpect(base)

function translatedExpect<Expect extends typeof base>(original: Expect): Expect {
  return new Proxy(original, {
    apply(target, self, given: Parameters<Expect>) {
      const matchers = Reflect.apply(target, self, given)
      const [actual] = given
      const isArabic = typeof actual === 'object' && actual !== null && made.has(actual)
      return isArabic && translator ? translatedMatchers(matchers, translator) : matchers
    },
    get: (target, name) =>
      name === 'soft' ? translatedExpect(target.soft) : Reflect.get(target, name),
  })
}

function translatedMatchers<Matchers extends object>(
  matchers: Matchers,
  words: Translator,
): Matchers {
  return new Proxy(matchers, {
    get(target, name) {
      const matcher: unknown = Reflect.get(target, name)
      if (name === 'not') return translatedMatchers(Object(matcher), words)
      const change = expectations.get(String(name))
      if (typeof matcher !== 'function' || change === undefined) return matcher
      return (...given: unknown[]) => Reflect.apply(matcher, target, change(given, words))
    },
  })
}

/** Changes what a method is given. */
type Change = (given: readonly unknown[], words: Translator) => unknown[]

const firstAddress: Change = ([address, ...more]) => [localize(address), ...more]

const expectations = new Map<string, Change>([
  ['toHaveText', firstText(true)],
  ['toHaveTitle', firstText(true)],
  ['toHaveAccessibleName', firstText(true)],
  ['toHaveAccessibleDescription', firstText(true)],
  ['toContainText', firstText(false)],
  ['toHaveURL', firstAddress],
  [
    'toHaveValue',
    ([value, ...more], words) => [isWanted(value) ? words.translateValue(value) : value, ...more],
  ],
  [
    'toHaveAttribute',
    ([name, value, ...more], words) =>
      name === 'href' ? [name, localize(value), ...more] : [name, say(value, words, true), ...more],
  ],
])

const methods = new Map<string, Change>([
  ['getByText', textWithOptions],
  ['getByLabel', label],
  ['getByPlaceholder', textWithOptions],
  ['getByTitle', textWithOptions],
  ['getByRole', ([role, options], words) => [role, withTexts(options, words)]],
  ['filter', ([options], words) => [withTexts(options, words)]],
  ['locator', ([selector, options], words) => [selector, withTexts(options, words)]],
  ['goto', firstAddress],
  ['waitForURL', firstAddress],
  ['route', firstCall],
  ['unroute', firstCall],
  ['press', ([key, ...more]) => [mirror(key), ...more]],
  [
    'selectOption',
    ([choice, ...more], words) => {
      // Values are written small.
      const isLabel = typeof choice === 'string' && /^[A-Z]/.test(choice)
      return [isLabel ? { label: words.translateText(choice) } : choice, ...more]
    },
  ],
])

function inArabic<Thing extends object>(thing: Thing, words: Translator): Thing {
  const translated = new Proxy(thing, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      if (typeof value !== 'function') return name === 'keyboard' ? wrap(value, words) : value
      const change = methods.get(String(name))
      return (...given: unknown[]) =>
        wrap(Reflect.apply(value, target, change?.(given, words) ?? given), words)
    },
  })
  made.add(translated)
  return translated
}

/** Contexts, pages, frames, locators and keyboards give what translates too. */
function wrap(value: unknown, words: Translator): unknown {
  if (value instanceof Promise) return value.then((it: unknown) => wrap(it, words))
  if (Array.isArray(value)) return value.map((it: unknown) => wrap(it, words))
  if (typeof value !== 'object' || value === null || made.has(value)) return value
  const takesWords = 'getByRole' in value || 'newPage' in value || 'insertText' in value
  return takesWords ? inArabic(value, words) : value
}

/** Calls that answer with words name the language. */
function firstCall([call, ...more]: readonly unknown[]): unknown[] {
  const isPlain = typeof call === 'string' && /\/api\/.*[^*]$/.test(call)
  return [isPlain ? `${call}{,?locale=ar}` : call, ...more]
}

function firstText(isWhole: boolean): Change {
  return ([text, ...more], words) => [say(text, words, isWhole), ...more]
}

function textWithOptions([text, options]: readonly unknown[], words: Translator): unknown[] {
  return [say(text, words, isExact(options)), options]
}

function label([text, options]: readonly unknown[], words: Translator): unknown[] {
  const isPart = typeof text === 'string' && !isExact(options)
  return [isPart ? words.translateLabel(text) : say(text, words, true), options]
}

/** The options of a locator: the names and texts among them. */
function withTexts(options: unknown, words: Translator): unknown {
  if (typeof options !== 'object' || options === null) return options
  const texts = ['name', 'description', 'hasText', 'hasNotText']
  return Object.fromEntries(
    Object.entries(options).map(([name, value]: [string, unknown]) => [
      name,
      texts.includes(name) ? say(value, words, isExact(options)) : value,
    ]),
  )
}

function isExact(options: unknown): boolean {
  return typeof options === 'object' && options !== null && Reflect.get(options, 'exact') === true
}

function say(wanted: unknown, words: Translator, isWhole: boolean): unknown {
  if (Array.isArray(wanted)) return wanted.map((each: unknown) => say(each, words, isWhole))
  return isWanted(wanted) ? words.translate(wanted, { isWhole }) : wanted
}

function isWanted(value: unknown): value is Wanted {
  return typeof value === 'string' || value instanceof RegExp
}

/** Calls have one address in every language, and so has the blank page of `users.signIn`. */
function localize(address: unknown): unknown {
  if (typeof address !== 'string') return address
  // Pages that need a name open at that of the server, not at its number.
  const [origin = ''] = /^http:\/\/localhost:\d+/.exec(address) ?? []
  const path = address.slice(origin.length)
  const isPage = /^\/(?!\/|(?:api|assets|blank|ar)\b)/.test(path)
  return isPage ? `${origin}/ar${path}` : address
}

function mirror(key: unknown): unknown {
  if (typeof key !== 'string') return key
  return key.replace(/Arrow(?:Left|Right)/, (it) =>
    it === 'ArrowLeft' ? 'ArrowRight' : 'ArrowLeft',
  )
}
