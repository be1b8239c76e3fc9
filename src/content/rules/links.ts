import { baseLocale, locales } from '../../../contract/core/locale.ts'

/** Stands for the site: what resolves to another origin leads away from it. */
const site = new URL('https://site.invalid/')

/**
 * Whether the content may link to an address: https://, a `/path` of this site, a `#part` of the page or
 * `mailto:`. Judges what browsers make of it, which read `/\elsewhere` as another site, for instance.
 */
export function isLinkAllowed(address: string): boolean {
  const url = URL.parse(address, site)
  if (url === null || url.username !== '' || url.password !== '') return false
  if (/^[/#]/.test(address)) return url.origin === site.origin
  // A relative address would lead elsewhere from a page whose own has a slash at its end.
  return url.protocol === 'mailto:' || (url.protocol === 'https:' && url.origin !== site.origin)
}

/** A link on a page in a language: pages of the site have a language, files such as security.txt have none. */
export function linkIn(locale: string, address: string): string {
  if (locale === baseLocale || !address.startsWith('/')) return address
  const [path = ''] = address.split(/[?#]/)
  const hasLocale = locales.some((it) => `${path}/`.startsWith(`/${it}/`))
  return hasLocale || path.includes('.') ? address : `/${locale}${address}`
}
