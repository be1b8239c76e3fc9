import { createHash } from 'node:crypto'
import { baseLocale } from '../../contract/locale.ts'
import { $locale, i18n } from '../lib/messages/i18n.ts'
import type { Locale } from './locales.ts'
import { pseudoValue } from './pseudo.ts'

/** Each defines its English words, which makes the catalogue of the base. */
import.meta.glob('../lib/messages/*.ts', { eager: true })

/** What the islands say in a language, as the one file that its pages load. */
export function catalogueOf(_locale: Locale): string {
  return JSON.stringify(pseudoValue(i18n.cache[baseLocale]))
}

/** @returns undefined for the base, which is in the code */
export function catalogueUrl(locale: Locale): string | undefined {
  return locale === baseLocale ? undefined : `/assets/${catalogueName(locale)}.json`
}

/** With a hash of the content, as everything under /assets/. */
export function catalogueName(locale: Locale): string {
  const hash = createHash('sha256').update(catalogueOf(locale)).digest('base64url').slice(0, 8)
  return `messages.${locale}.${hash}`
}

/** From now on the islands are prerendered in this language; a build renders one page at a time. */
export function speak(locale: Locale): void {
  if (locale !== baseLocale) i18n.cache[locale] ??= JSON.parse(catalogueOf(locale))
  $locale.set(locale)
}
