import { $locale } from '../messages/i18n.ts'

/** What a row is sorted by: figures by their size, text as people spell and count. */
export type SortKey = string | number

/** @returns the rows in the order of their keys; the keys of one sort are all text or all figures */
export function sortBy<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => SortKey,
  isDescending: boolean,
): readonly Row[] {
  const collator = new Intl.Collator($locale.get(), { numeric: true })
  const keyed = rows.map((row) => ({ row, key: keyOf(row) }))
  keyed.sort(({ key: one }, { key: other }) =>
    typeof one === 'number' && typeof other === 'number'
      ? one - other
      : collator.compare(String(one), String(other)),
  )
  const sorted = keyed.map(({ row }) => row)
  return isDescending ? sorted.reverse() : sorted
}
