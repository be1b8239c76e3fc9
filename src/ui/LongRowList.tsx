import { measureElement, useWindowVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import './long-row-list.css'

interface LongRowListProps {
  readonly label: string
  readonly count: number
  /** Draws a row's cells out of its data alone: its place in the document is handed on to other rows. */
  readonly row: (index: number) => ReactNode
  /** A row of column headers. */
  readonly head?: ReactNode
  readonly className?: string
  readonly rowClassName?: string
}

const firstEstimatePixels = 74

/** Keeps a row that was walked to clear of a head that sticks to the window's edge. */
const edgePixels = 80

/**
 * Thousands of rows that scroll with the page, of which only those in sight are drawn. The rows are
 * those of a table to assistive technology, which is how it learns how many there are; arrows, Home
 * and End walk through all of them.
 */
export default function LongRowList(props: LongRowListProps) {
  const { label, count, row, head, className = '', rowClassName = '' } = props
  const list = useRef<HTMLDivElement>(null)
  const [pageTop, setPageTop] = useState(0)
  const focused = useRef(0)
  // Rows are mostly of one height: an estimate that is right saves placing all of them once more.
  const rowPixels = useRef(firstEstimatePixels)
  // What stands above may have grown since.
  useLayoutEffect(() => setPageTop(topOf(list.current)))
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => rowPixels.current,
    measureElement: (...measured) => {
      rowPixels.current = measureElement(...measured)
      return rowPixels.current
    },
    overscan: 4,
    scrollMargin: pageTop,
    scrollPaddingStart: edgePixels,
  })
  const headRows = head === undefined ? 0 : 1

  function walk(event: KeyboardEvent<HTMLDivElement>) {
    const target = targetOf(event.key, focused.current, count)
    if (target === undefined || !(event.target instanceof HTMLElement)) return
    if (event.target.role !== 'row' && event.target !== event.currentTarget) return
    event.preventDefault()
    focused.current = target
    virtualizer.scrollToIndex(target)
    // The row is drawn once the page has scrolled there.
    requestAnimationFrame(() =>
      requestAnimationFrame(() =>
        list.current?.querySelector<HTMLElement>(`[data-index="${target}"]`)?.focus(),
      ),
    )
  }

  return (
    <div
      className={className}
      role="table"
      aria-label={label}
      aria-rowcount={count + headRows}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
      tabIndex={0}
      onKeyDown={walk}
    >
      {head}
      <div
        ref={list}
        className="long-row-list"
        role="rowgroup"
        style={{ blockSize: virtualizer.getTotalSize() }}
      >
        {virtualizer.getVirtualItems().map((item) => (
          <div
            key={item.key}
            ref={virtualizer.measureElement}
            className={`long-row-list-row ${rowClassName}`}
            role="row"
            tabIndex={-1}
            data-index={item.index}
            aria-rowindex={item.index + 1 + headRows}
            onFocus={() => {
              focused.current = item.index
            }}
            style={{ transform: `translateY(${item.start - pageTop}px)` }}
          >
            {row(item.index)}
          </div>
        ))}
      </div>
    </div>
  )
}

/** How far below the start of the page an element begins. */
function topOf(element: HTMLElement | null): number {
  return element === null ? 0 : Math.round(element.getBoundingClientRect().top + window.scrollY)
}

function targetOf(key: string, focused: number, count: number): number | undefined {
  if (key === 'ArrowDown') return Math.min(count - 1, focused + 1)
  if (key === 'ArrowUp') return Math.max(0, focused - 1)
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return undefined
}
