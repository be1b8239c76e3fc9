import { timeoutMs } from '../api/api-base.ts'

/** Words of a page's document in its language, beside the words of the islands. */
export interface PageWords {
  readonly locale: string
  readonly direction: string
  readonly title: string
  /** Where the words of the islands are; undefined in English. */
  readonly catalogue: string | undefined
}

export function wordsOfPage({ documentElement, title }: Document): PageWords {
  const { lang, dir, dataset } = documentElement
  return { locale: lang, direction: dir, title, catalogue: dataset.catalogue }
}

/** @throws if the page cannot be loaded */
export async function loadPage(path: string): Promise<PageWords> {
  return readPage(await (await load(path)).text())
}

/** @throws if the file cannot be loaded, or not in time */
export async function load(path: string): Promise<Response> {
  const answer = await fetch(path, { signal: AbortSignal.timeout(timeoutMs) })
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
  return answer
}

/**
 * Reads the page as text: the site's policy forbids `DOMParser` (Trusted Types), and styles that are not
 * those of the open page.
 */
export function readPage(html: string): PageWords {
  const [tag = ''] = /<html[^>]*>/.exec(html) ?? []
  const title = /<title>([^<]*)/.exec(html)?.[1] ?? ''
  return {
    locale: /\slang="?([^\s">]+)/.exec(tag)?.[1] ?? '',
    direction: /\sdir="?([^\s">]+)/.exec(tag)?.[1] ?? 'ltr',
    title: title.replaceAll('&#39;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&'),
    catalogue: /\sdata-catalogue="?([^\s">]+)/.exec(tag)?.[1],
  }
}

export function showPageWords({ locale, direction, title, catalogue }: PageWords): void {
  const { documentElement } = document
  documentElement.lang = locale
  documentElement.dir = direction
  if (catalogue === undefined) delete documentElement.dataset.catalogue
  else documentElement.dataset.catalogue = catalogue
  document.title = title
}
