import { baseLocale, intlLocaleOf, type Locale, locales } from '../../contract/core/locale.ts'

/** Words that the server writes, in every language; a missing one is a type error. */
export type ByLocale<Words> = Readonly<Record<Locale, Words>>

export function wordsIn<Words>(words: ByLocale<Words>, locale: Locale): Words {
  return words[locale]
}

/** Content of the operator, which may have other languages than the site; English is always there. */
export type Translations<Content> = { readonly [baseLocale]: Content } & Readonly<
  Record<string, Content>
>

/** @returns the content in a language, or in English if it has none */
export function contentIn<Content>(content: Translations<Content>, locale: string): Content {
  return (Object.hasOwn(content, locale) ? content[locale] : undefined) ?? content[baseLocale]
}

/** The language that a request names; undefined if it names none of Aman's. */
export function knownLocale(given: string | undefined): Locale | undefined {
  return locales.find((locale) => locale === given)
}

export function directionOf(locale: Locale): 'ltr' | 'rtl' {
  return locale === 'ar' ? 'rtl' : 'ltr'
}

/** What the addresses of all pages in a language begin with: Arabic pages are under `/ar/`. */
export function siteUrl(origin: string, locale: Locale): string {
  return locale === baseLocale ? origin : `${origin}/${locale}`
}

/** The address of a page of the site. */
export function pageUrl(origin: string, path: `/${string}`, locale: Locale): string {
  return siteUrl(origin, locale) + path
}

/** The plural forms that each language needs; a missing one is a type error. */
interface PluralForms {
  readonly en: Readonly<Record<'one' | 'other', string>>
  readonly ar: Readonly<Record<Intl.LDMLPluralRule, string>>
}

/** @returns the form for a number, with the number in place of `{count}` */
export function pluralIn<Name extends Locale>(
  locale: Name,
  count: number,
  forms: PluralForms[Name],
): string {
  const named: Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string } = forms
  const form = named[new Intl.PluralRules(locale).select(count)] ?? named.other
  return form.replaceAll('{count}', count.toLocaleString(intlLocaleOf(locale)))
}

/** A moment for a text that is read from right to left, in which `2026-03-02` would be reversed. */
export function arabicMoment(time: string): string {
  const at = new Date(time)
  const day = at.toLocaleDateString(intlLocaleOf('ar'), { dateStyle: 'long', timeZone: 'UTC' })
  return `${day}، الساعة ${at.toISOString().slice(11, 16)} بالتوقيت العالمي المنسق`
}
