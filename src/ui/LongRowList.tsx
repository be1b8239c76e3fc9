import { measureElement, useWindowVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import './long-row-list.css'

interface LongRowListProps {
  readonly label: string
  readonly count: number
  /** Draws a row out of its data alone: its place in the document is handed on to other rows. */
  readonly row: (index: number) => ReactNode
}

const firstEstimatePixels = 74

/**
 * Thousands of rows that scroll with the page, of which only those in sight are drawn. The rows are
 * those of a table to assistive technology, which is how it learns how many there are; arrows, Home
 * and End walk through all of them.
 */
export default function LongRowList({ label, count, row }: LongRowListProps) {
  const list = useRef<HTMLDivElement>(null)
  const [pageTop, setPageTop] = useState(0)
  const focused = useRef(0)
  // Rows are mostly of one height: an estimate that is right saves placing all of them once more.
  const rowPixels = useRef(firstEstimatePixels)
  useLayoutEffect(() => setPageTop(list.current?.offsetTop ?? 0), [])
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => rowPixels.current,
    measureElement: (...measured) => {
      rowPixels.current = measureElement(...measured)
      return rowPixels.current
    },
    overscan: 4,
    scrollMargin: pageTop,
  })

  function walk(event: KeyboardEvent<HTMLDivElement>) {
    const target = targetOf(event.key, focused.current, count)
    if (target === undefined || !(event.target instanceof HTMLElement)) return
    if (event.target.role !== 'row' && event.target !== list.current) return
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
      ref={list}
      className="long-row-list"
      role="table"
      aria-label={label}
      aria-rowcount={count}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
      tabIndex={0}
      onKeyDown={walk}
      style={{ blockSize: virtualizer.getTotalSize() }}
    >
      {virtualizer.getVirtualItems().map((item) => (
        <div
          key={item.key}
          ref={virtualizer.measureElement}
          className="long-row-list-row"
          role="row"
          tabIndex={-1}
          data-index={item.index}
          aria-rowindex={item.index + 1}
          onFocus={() => {
            focused.current = item.index
          }}
          style={{ transform: `translateY(${item.start - pageTop}px)` }}
        >
          <div role="cell">{row(item.index)}</div>
        </div>
      ))}
    </div>
  )
}

function targetOf(key: string, focused: number, count: number): number | undefined {
  if (key === 'ArrowDown') return Math.min(count - 1, focused + 1)
  if (key === 'ArrowUp') return Math.max(0, focused - 1)
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return undefined
}
