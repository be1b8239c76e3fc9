import { type CollectionKey, type DataEntryMap, getEntry } from 'astro:content'
import type { Locale } from '../../contract/core/locale.ts'

/** The content of a file in a language. The loader stops the build if the file is missing. */
export async function content<Name extends CollectionKey & keyof DataEntryMap>(
  name: Name,
  locale: Locale,
): Promise<DataEntryMap[Name][string]['data']> {
  const entry = await getEntry(name, locale)
  if (entry === undefined) throw new Error(`src/content/${name}.yaml was not loaded`)
  return entry.data
}
