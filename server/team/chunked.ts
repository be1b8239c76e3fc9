import { nextSlot } from '../database/keyset.ts'

const chunkSize = 250

/** A long list in parts, between which other calls run. */
export async function* chunked<Item>(items: readonly Item[]): AsyncGenerator<readonly Item[]> {
  for (let start = 0; start < items.length; start += chunkSize) {
    if (start > 0) await nextSlot()
    yield items.slice(start, start + chunkSize)
  }
}
