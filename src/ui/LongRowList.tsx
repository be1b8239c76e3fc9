import {
  defaultRangeExtractor,
  measureElement,
  type Range,
  useWindowVirtualizer,
} from '@tanstack/react-virtual'
import { type KeyboardEvent, memo, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import './long-row-list.css'

interface LongRowListProps {
  readonly label: string
  readonly count: number
  /** Keeps the element of a row, and the focus in it, when other rows come or go. */
  readonly rowKey: (index: number) => string | number
  /** Renders a row's cells. */
  readonly row: (index: number) => ReactNode
  /** Renders what stands for a row while others rush past it. Without it rows are always whole. */
  readonly brief?: ((index: number) => ReactNode) | undefined
  /** A row of column headers. */
  readonly head?: ReactNode
  readonly className?: string
  readonly rowClassName?: string
}

const firstEstimatePixels = 74

/** Keeps the focused row clear of the sticky table head. */
const edgePixels = 80

/**
 * Thousands of rows that scroll with the page; only visible rows are rendered. Assistive technology
 * sees the rows of a table with their total number. Arrows, Home and End move through all of them.
 */
export function LongRowList(props: LongRowListProps) {
  const { label, count, rowKey, row, brief, head, className = '', rowClassName = '' } = props
  const list = useRef<HTMLDivElement>(null)
  const [pageTop, setPageTop] = useState(0)
  const focused = useRef(0)
  /** Where keys go on from while the row that they ask for is not there yet. */
  const wanted = useRef<number>(undefined)
  // Most rows have the same height; a correct estimate avoids a second layout.
  const rowPixels = useRef(firstEstimatePixels)
  const drawn = useRef({ first: 0, hasJumped: false, isRush: false })
  // Content above the list may have grown.
  useLayoutEffect(() => setPageTop(topOf(list.current)))
  const virtualizer = useWindowVirtualizer({
    count,
    getItemKey: rowKey,
    estimateSize: () => rowPixels.current,
    measureElement: (...measured) => {
      rowPixels.current = measureElement(...measured)
      return rowPixels.current
    },
    overscan: 4,
    rangeExtractor: rowsToDraw,
    scrollMargin: pageTop,
    scrollPaddingStart: edgePixels,
  })
  const headRows = head === undefined ? 0 : 1
  const items = virtualizer.getVirtualItems()
  const { hasJumped, isRush } = drawn.current
  const shortened = hasJumped ? brief : undefined
  const isShared = isRush && shortened !== undefined

  /** While the scroll bar is dragged every row is a new one; only those in the window are drawn then. */
  function rowsToDraw(range: Range): number[] {
    const { startIndex, endIndex } = range
    const before = drawn.current
    const isSame = startIndex === before.first
    const isElsewhere = Math.abs(startIndex - before.first) > endIndex - startIndex
    const isJump = virtualizer.isScrolling && (isSame ? before.hasJumped : isElsewhere)
    // A row that a key leads to gets the focus, and keeps it.
    const isDragged = isSame ? before.isRush : wanted.current === undefined
    drawn.current = { first: startIndex, hasJumped: isJump, isRush: isJump && isDragged }
    return defaultRangeExtractor(isJump ? { ...range, overscan: 0 } : range)
  }

  function walk(event: KeyboardEvent<HTMLDivElement>) {
    const isMoving = wanted.current !== undefined
    const target = targetOf(event.key, wanted.current ?? focused.current, count)
    if (target === undefined || !(event.target instanceof HTMLElement)) return
    if (event.target.role !== 'row' && event.target !== event.currentTarget) return
    event.preventDefault()
    wanted.current = target
    if (!isMoving) moveTo(target)
  }

  /** Keys that are pressed meanwhile are one move together, so that a held key draws each frame once. */
  function moveTo(target: number) {
    virtualizer.scrollToIndex(target)
    // The row is rendered after the page has scrolled there, on a slow device some frames later.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        const row = list.current?.querySelector<HTMLElement>(`[data-index="${target}"]`)
        row?.focus()
        // The list may have become shorter, and the focus may have left it.
        const next = Math.min(wanted.current ?? target, virtualizer.options.count - 1)
        const { activeElement, body } = document
        const table = list.current?.parentElement
        const isHere = table && (activeElement === body || table.contains(activeElement))
        if ((row && next === target) || next < 0 || !isHere) wanted.current = undefined
        else moveTo(next)
      }),
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
        {items.map((item, place) => (
          <div
            // Rows that rush past are all new in each frame, and take the elements of those before.
            key={isShared ? `in ${place}` : item.key}
            ref={isShared ? undefined : virtualizer.measureElement}
            className={`long-row-list-row ${rowClassName}`}
            role="row"
            tabIndex={-1}
            data-index={item.index}
            aria-rowindex={item.index + 1 + headRows}
            onFocus={() => {
              focused.current = item.index
            }}
            style={{
              transform: `translateY(${item.start - pageTop}px)`,
              // A placeholder says nothing of its row's height.
              blockSize: shortened && item.size,
            }}
          >
            <Content of={shortened ?? row} index={item.index} />
          </div>
        ))}
      </div>
    </div>
  )
}

/** Scrolling draws the rows that come, not again those that stay. */
const Content = memo(function Content({ of, index }: ContentProps) {
  return of(index)
})

interface ContentProps {
  readonly of: (index: number) => ReactNode
  readonly index: number
}

/** The distance in pixels from the top of the page to an element. */
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
