import { type ReactNode, Suspense } from 'react'
import { LongRowList, rowAt } from './RowList.tsx'
import './table.css'

export interface Column {
  readonly label: string
  /** Figures stand at the end, one under the other. */
  readonly isNumber?: boolean
  /** How the rows are sorted by this column. */
  readonly sorted?: 'ascending' | 'descending' | undefined
  /** What the column is for can be seen; only a screen reader needs its name. */
  readonly isLabelHidden?: boolean
}

interface TableProps<Row> {
  readonly label: string
  /** Names `--columns`, the grid of a row where the window holds it, and lays out a card elsewhere. */
  readonly className: string | undefined
  readonly columns: readonly Column[]
  /** How many rows there are without a search; a long table stays one while it is searched. */
  readonly total: number
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string | number
  /** A cell for each column, in their order. */
  readonly row: (row: Row) => ReactNode
}

/** Above this, only the rows in sight are in the document. */
const longestWhole = 100

/**
 * A table of any length, drawn as cards where the window is too narrow for its columns. It says by
 * role what it is, because some browsers drop the role of a table that is laid out otherwise.
 */
export function Table<Row>({ total, ...table }: TableProps<Row>) {
  if (total <= longestWhole) return <WholeTable {...table} />
  const { label, className, columns, rows, row } = table
  return (
    <Suspense fallback={<WholeTable {...table} />}>
      <LongRowList
        label={label}
        className={`table ${className}`}
        rowClassName="table-row"
        head={<Head columns={columns} />}
        count={rows.length}
        row={(index) => rowAt(rows, row, index)}
      />
    </Suspense>
  )
}

function WholeTable<Row>(props: Omit<TableProps<Row>, 'total'>) {
  const { label, className, columns, rows, rowKey, row } = props
  return (
    <div className={`table ${className}`} role="table" aria-label={label}>
      <Head columns={columns} />
      <div role="rowgroup">
        {rows.slice(0, longestWhole).map((item) => (
          <div key={rowKey(item)} className="table-row" role="row" tabIndex={-1}>
            {row(item)}
          </div>
        ))}
      </div>
    </div>
  )
}

function Head({ columns }: { readonly columns: readonly Column[] }) {
  return (
    <div role="rowgroup" className="table-head">
      {/* biome-ignore lint/a11y/useFocusableInteractive: in a table that is no grid, nothing but links and buttons takes the focus */}
      <div className="table-row" role="row">
        {columns.map(({ label, isNumber, sorted, isLabelHidden }) => (
          // biome-ignore lint/a11y/useFocusableInteractive: as above
          <div
            key={label}
            role="columnheader"
            aria-sort={sorted}
            data-number={isNumber}
            data-sorted={sorted}
          >
            <span className={isLabelHidden ? 'visually-hidden' : undefined}>{label}</span>
          </div>
        ))}
      </div>
    </div>
  )
}

interface CellProps {
  readonly children: ReactNode
  /** Its place on a card: the title, what stands beside it, a line of its own, or the buttons. */
  readonly part?: 'title' | 'beside' | 'detail' | 'actions'
  readonly className?: string | undefined
  readonly isNumber?: boolean
}

export function Cell({ children, part, className, isNumber }: CellProps) {
  return (
    <div role="cell" className={className} data-part={part} data-number={isNumber}>
      {children}
    </div>
  )
}
