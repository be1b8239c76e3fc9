import { type ReactNode, Suspense } from 'react'
import { longestWholeTable } from '../lib/core/format/figures.ts'
import { keyAt, LongRowList, rowAt } from './RowList.tsx'
import './table.css'

export interface Column {
  readonly label: string
  /** Numbers are aligned at the end of the column. */
  readonly isNumber?: boolean
  /** The sort direction of this column, if the rows are sorted by it. */
  readonly sorted?: 'ascending' | 'descending' | undefined
  /** The column's label is shown only to screen readers. */
  readonly isLabelHidden?: boolean
}

interface TableProps<Row> {
  readonly label: string
  /** Sets `--columns`, the grid of a row on wide windows, and the layout of a card on narrow ones. */
  readonly className: string | undefined
  readonly columns: readonly Column[]
  /** The number of rows without a search, so that a search does not change the kind of table. */
  readonly total: number
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string | number
  /** Renders a cell for each column, in order. */
  readonly row: (row: Row) => ReactNode
  /** Stands for a row of a long table while the scroll bar is dragged. */
  readonly name?: (row: Row) => string
}

/**
 * A table of any length, shown as cards on windows that are too narrow for its columns. It has explicit
 * roles, because some browsers drop the table semantics with other layouts.
 */
export function Table<Row>({ total, ...table }: TableProps<Row>) {
  if (total <= longestWholeTable) return <WholeTable {...table} />
  const { label, className, columns, rows, rowKey, row, name } = table
  return (
    <Suspense fallback={<WholeTable {...table} />}>
      <LongRowList
        label={label}
        className={`table ${className}`}
        rowClassName="table-row"
        head={<Head columns={columns} />}
        count={rows.length}
        rowKey={(index) => keyAt(rows, rowKey, index)}
        row={(index) => rowAt(rows, row, index)}
        brief={name && ((index) => rowAt(rows, (item) => <Name>{name(item)}</Name>, index))}
      />
    </Suspense>
  )
}

function Name({ children }: { readonly children: string }) {
  return (
    <Cell part="title">
      <span className="clamped table-name">{children}</span>
    </Cell>
  )
}

function WholeTable<Row>(props: Omit<TableProps<Row>, 'total'>) {
  const { label, className, columns, rows, rowKey, row } = props
  return (
    <div className={`table ${className}`} role="table" aria-label={label}>
      <Head columns={columns} />
      <div role="rowgroup">
        {rows.slice(0, longestWholeTable).map((item) => (
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
    <div role="rowgroup" className="table-head visually-hidden">
      {/* biome-ignore lint/a11y/useFocusableInteractive: in a table that is not a grid only links and buttons are focusable */}
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
  /**
   * The position on a card: the title, next to the title, a separate line, or the buttons; `whole` is
   * a part below all columns.
   */
  readonly part?: 'title' | 'beside' | 'detail' | 'actions' | 'whole'
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
