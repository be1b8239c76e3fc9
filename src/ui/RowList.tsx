import { lazy, type ReactNode, Suspense } from 'react'

interface RowListProps<Row> {
  readonly label: string
  /** The number of rows without a search, so that a search does not change the kind of list. */
  readonly total: number
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string | number
  readonly row: (row: Row) => ReactNode
}

/** Above this number only visible rows are in the document. */
const longestWhole = 500

export const LongRowList = lazy(async () => ({
  default: (await import('./LongRowList.tsx')).LongRowList,
}))

/** A list of rows of any length; the code for long lists is loaded only for them. */
export function RowList<Row>({ total, ...list }: RowListProps<Row>) {
  if (total <= longestWhole) return <WholeRowList {...list} />
  const { label, rows, rowKey, row } = list
  return (
    <Suspense fallback={<WholeRowList {...list} />}>
      <LongRowList
        label={label}
        count={rows.length}
        rowKey={(index) => keyAt(rows, rowKey, index)}
        row={(index) => <div role="cell">{rowAt(rows, row, index)}</div>}
      />
    </Suspense>
  )
}

function WholeRowList<Row>({ label, rows, rowKey, row }: Omit<RowListProps<Row>, 'total'>) {
  return (
    <ul aria-label={label}>
      {rows.slice(0, longestWhole).map((item) => (
        <li key={rowKey(item)}>{row(item)}</li>
      ))}
    </ul>
  )
}

export function keyAt<Row>(
  rows: readonly Row[],
  rowKey: (row: Row) => string | number,
  index: number,
) {
  const item = rows[index]
  return item === undefined ? index : rowKey(item)
}

export function rowAt<Row>(rows: readonly Row[], row: (row: Row) => ReactNode, index: number) {
  const item = rows[index]
  return item === undefined ? null : row(item)
}
