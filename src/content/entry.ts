import { type CollectionKey, type DataEntryMap, getEntry } from 'astro:content'
import type { Locale } from '../locales/locales.ts'
import { pseudoLocale, pseudoValue } from '../locales/pseudo.ts'

/**
 * The only entry of a collection that is one file, in the given language. The loader stops the build if
 * the file is missing.
 */
export async function content<Name extends CollectionKey & keyof DataEntryMap>(
  name: Name,
  locale: Locale,
): Promise<DataEntryMap[Name][string]['data']> {
  const entry = await getEntry(name, name)
  if (entry === undefined) throw new Error(`src/content/${name}.yaml was not loaded`)
  return locale === pseudoLocale ? pseudoValue(entry.data) : entry.data
}
