import { $locale } from '../i18n/i18n.ts'

/** The value that a row is sorted by: numbers by size, text in natural order. */
export type SortKey = string | number

/** @returns the rows sorted by their keys, which must be all text or all numbers */
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
