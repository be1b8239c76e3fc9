import { type CollectionKey, type DataEntryMap, getEntry } from 'astro:content'
import type { PageLocale } from '../../build/locales/locales.ts'

/** The content of a file in a language. The loader stops the build if the file is missing. */
export async function content<Name extends CollectionKey & keyof DataEntryMap>(
  name: Name,
  locale: PageLocale,
): Promise<DataEntryMap[Name][string]['data']> {
  const entry = await getEntry(name, locale)
  if (entry === undefined) throw new Error(`src/content/${name}.yaml was not loaded`)
  return entry.data
}
