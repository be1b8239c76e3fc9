import { baseLocale, type Locale } from './locale.ts'

/** The product's name in running text, on the site and in text from the server (R005). */
export const productName = 'Aman'

const productNames: Readonly<Record<Locale, string>> = { [baseLocale]: productName, ar: 'أمان' }

/** The same in a language; what is no language of Aman has the English name. */
export function productNameIn(locale: string): string {
  return Object.entries(productNames).find(([name]) => name === locale)?.[1] ?? productName
}
