import { baseLocale } from '../../contract/core/locale.ts'
import { productName, productNameIn } from '../lib/core/i18n/product.ts'

/**
 * Structured data for search engines: whom the site is of, without ratings and prices.
 * @param site the address of the front page
 * @returns JSON that is safe inside a script element
 */
export function structuredData(site: string, locale: string): string {
  const organization = {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name: productName,
    ...(locale !== baseLocale && { alternateName: productNameIn(locale) }),
    url: site,
    logo: new URL('/icons/512.png', site).href,
  }
  return JSON.stringify(organization).replaceAll('<', '\\u003c')
}
