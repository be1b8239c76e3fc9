import { baseLocale, locales } from '../../contract/core/locale.ts'
import { salesEmail, supportEmail } from '../lib/core/format/contact.ts'
import { productName, productNameIn } from '../lib/core/i18n/product.ts'

interface Facts {
  readonly site: string
  /** The address of the page, and its language. */
  readonly page: string
  readonly locale: string
  readonly description: string
  readonly questions: readonly { readonly question: string; readonly answer: string }[]
}

/**
 * Structured data for search engines, from the text of the page, without ratings and prices.
 * @returns JSON that is safe inside a script element
 */
export function structuredData({ site, page, locale, description, questions }: Facts): string {
  const organization = {
    '@type': 'Organization',
    '@id': `${site}#organization`,
    name: productName,
    ...(locale !== baseLocale && { alternateName: productNameIn(locale) }),
    url: site,
    logo: new URL('/icons/512.png', site).href,
    contactPoint: [
      { '@type': 'ContactPoint', contactType: 'sales', email: salesEmail },
      { '@type': 'ContactPoint', contactType: 'customer support', email: supportEmail },
    ],
  }
  const software = {
    '@type': 'SoftwareApplication',
    name: productNameIn(locale),
    url: page,
    inLanguage: locales,
    description,
    applicationCategory: 'SecurityApplication',
    operatingSystem: 'Web, browser extension, on-premise',
    publisher: { '@id': organization['@id'] },
  }
  const faq = {
    '@type': 'FAQPage',
    '@id': `${page}#faq`,
    inLanguage: locale,
    mainEntity: questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  }
  const graph = { '@context': 'https://schema.org', '@graph': [organization, software, faq] }
  return JSON.stringify(graph).replaceAll('<', '\\u003c')
}
