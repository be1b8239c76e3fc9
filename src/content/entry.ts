import { type CollectionKey, type DataEntryMap, getEntry } from 'astro:content'

/** The one entry of a collection that is one file; the loader has stopped the build without it. */
export async function content<Name extends CollectionKey & keyof DataEntryMap>(
  name: Name,
): Promise<DataEntryMap[Name][string]['data']> {
  const entry = await getEntry(name, name)
  if (entry === undefined) throw new Error(`src/content/${name}.yaml was not loaded`)
  return entry.data
}
