import { baseLocale } from '../../contract/locale.ts'

/** Words that the server writes, by language; English is always there. */
export type ByLocale<Words> = { readonly [baseLocale]: Words } & Readonly<Record<string, Words>>

/** @returns the words in a language, or in English if it has none */
export function wordsIn<Words>(words: ByLocale<Words>, locale: string): Words {
  return (Object.hasOwn(words, locale) ? words[locale] : undefined) ?? words[baseLocale]
}

/** The language as `Intl` takes it: digits are Western in every language. */
export function intlLocale(locale: string): string {
  return `${locale}-u-nu-latn`
}
