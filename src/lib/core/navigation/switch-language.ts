import { createRouter } from '@nanostores/router'
import { baseLocale, type Locale } from '../../../../contract/core/locale.ts'
import url from '../../../styles/arabic-accounts.css?url&no-inline'
import { $locale, i18n } from '../i18n/i18n.ts'
import { forgetWithUser } from '../storage/forget.ts'
import { noticesAbout } from '../ui-state/notices.ts'
import { $languageWords } from '../words/language.words.yaml'
import { localeOfPath, pathInLanguage } from './languages.ts'
import { load, loadPage, type PageWords, showPageWords, wordsOfPage } from './page-words.ts'
import { $router } from './router.ts'

/** An Arabic page has these styles from the start, and an English one never needs them. */
const isThere = typeof document !== 'undefined' && document.documentElement.lang === 'ar'

let loading: Promise<void> | undefined

/** They concern Arabic alone, so that they stay. @throws if they cannot be loaded */
export function loadArabicStyles(): Promise<void> {
  if (!isThere) loading ??= fetchArabicStyles().catch(forget)
  return loading ?? Promise.resolve()
}

function fetchArabicStyles(): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = url
  link.onload = () => resolve()
  link.onerror = () => {
    link.remove()
    reject(new Error(`${url} could not be loaded`))
  }
  document.head.append(link)
  return promise
}

/** The next switch tries again. */
function forget(error: unknown): never {
  loading = undefined
  throw error
}

/*
 * Changes the language of this document without leaving it, so that nothing is lost that only the
 * document knows: what was typed, what is open, how far it is scrolled (decision 0067). Loaded when it is
 * needed.
 */

const notices = noticesAbout('language')

/** By the path of the page: those that were open, and those that were loaded. */
const known = new Map<string, PageWords>()
let changes = 0
/** Whether the user has switched this document, which counts more than the stored choice. */
let isSwitched = false

forgetWithUser(() => {
  isSwitched = false
})

/** Back leads to the language before. @returns whether the document is in the language */
export async function switchLanguage(locale: Locale): Promise<boolean> {
  notices.drop()
  const isDone = await change(locale)
  if (isDone) isSwitched = true
  else notices.problem($languageWords.get().notLoaded)
  return isDone
}

/** After sign-in; what cannot be loaded leaves the screens in the language of the page. */
export async function followUserLanguage(locale: Locale): Promise<void> {
  if (!isSwitched) await change(locale)
}

async function change(locale: Locale): Promise<boolean> {
  changes += 1
  const current = changes
  const path = pathInLanguage(locale, location.pathname)
  try {
    const words = known.get(path) ?? (await loadPage(path))
    if (locale === 'ar') await loadArabicStyles()
    i18n.cache[locale] ??= await loadCatalogue(words)
    // The user has switched again meanwhile.
    if (current !== changes) return true
    // Or has moved on.
    if (path !== pathInLanguage(locale, location.pathname)) return change(locale)
    known.set(location.pathname, wordsOfPage(document))
    known.set(path, words)
    speak(words)
    openAddress(path + location.search + location.hash)
    return true
  } catch {
    return false
  }
}

async function loadCatalogue({ catalogue }: PageWords) {
  return catalogue === undefined ? {} : (await load(catalogue)).json()
}

/** Where nothing follows the router it does not hear of Back, and takes the address for the open one. */
function openAddress(address: string): void {
  $router.open(address)
  if (location.href !== new URL(address, location.href).href) history.pushState(null, '', address)
}

function speak(words: PageWords): void {
  const before = $locale.get()
  const { locale } = words
  forgetPasswords()
  showPageWords(words)
  for (const route of $router.routes) route[3] = pathInLanguage(locale, route[3] ?? '', before)
  // A component without translations would never be drawn again: its store waits for them.
  const names = Object.keys(i18n.cache[baseLocale] ?? {})
  const absent = names.filter((name) => i18n.cache[locale]?.[name] === undefined)
  Object.assign(i18n.cache[locale] ?? {}, Object.fromEntries(absent.map((name) => [name, {}])))
  $locale.set(locale)
}

/** A password is typed again: a field must not carry it from one page to another. */
function forgetPasswords(): void {
  const fields = document.querySelectorAll<HTMLInputElement>(
    'input[type=password], input[autocomplete$=-password]',
  )
  for (const field of fields) field.value = ''
}

/**
 * Back and Forward may cross a switch, also one before a reload. The router hears of it first, so that
 * it has to know the addresses of every language.
 */
function followAddress(): void {
  const { pathname } = location
  const locale = localeOfPath(pathname)
  if (locale === $locale.get()) return
  const words = known.get(pathname) ?? [...known.values()].find((it) => it.locale === locale)
  if (words === undefined) location.reload()
  else speak(words)
}

/** With any prefix or none. */
const patterns = createRouter(
  Object.fromEntries(
    $router.routes.map(([name, , , path]) => [
      name,
      `/:language?${pathInLanguage(baseLocale, path ?? '')}`,
    ]),
  ),
).routes
for (const [index, route] of $router.routes.entries()) route[1] = patterns[index]?.[1] ?? route[1]
addEventListener('popstate', followAddress)
