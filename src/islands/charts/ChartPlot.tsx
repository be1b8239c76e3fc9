import type { ReactNode } from 'react'
import {
  type ChartSeries,
  formatCompactCount,
  indexAt,
  linesOf,
  positionOf,
  timeTicks,
} from '../../lib/charts/time-chart.ts'
import { formatShortDay, formatShortMonth } from '../../lib/core/format/days.ts'
import styles from './TimeChart.module.css'

interface ChartLineProps {
  readonly line: ChartSeries
  readonly top: number
  /** The time whose values are marked. */
  readonly chosen: number
  /** Where its times are: beside each other, or above bars. */
  readonly kind: 'line' | 'bars'
}

/** With more times than this, only a value between two gaps is marked, of which there is no line. */
const mostMarks = 20

interface Point {
  readonly x: number
  readonly y: number
}

const pathOf = (points: readonly Point[]) =>
  points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`).join('')

/** A path without length is drawn as its line cap, which keeps its shape when the drawing is stretched. */
const markOf = ({ x, y }: Point) => `M${x} ${y}h0`

/**
 * A line in a drawing that stretches with the page, so that it is right at every width, on paper too,
 * without measuring.
 */
export function ChartLine({ line, top, chosen, kind }: ChartLineProps) {
  const { tone, values } = line
  const lines = linesOf(values, top, kind)
  const marked = (
    values.length <= mostMarks ? lines : lines.filter(({ length }) => length === 1)
  ).flat()
  const last = linesOf(
    values.map((value, index) => (index === chosen ? value : null)),
    top,
    kind,
  ).flat()
  return (
    <svg
      className={styles.drawing}
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <g data-tone={tone}>
        {lines.map((part) => (
          <path
            key={part[0]?.x}
            className={styles.under}
            d={`${pathOf(part)}V100H${part[0]?.x ?? 0}Z`}
          />
        ))}
        <path className={styles.line} d={lines.map(pathOf).join('')} />
        <path className={styles.marks} d={marked.map(markOf).join('')} />
        <path className={styles.chosen} d={last.map(markOf).join('')} />
        <path className={styles.hollow} d={[...marked, ...last].map(markOf).join('')} />
      </g>
    </svg>
  )
}

interface ValueAxisProps {
  readonly ticks: readonly number[]
  readonly top: number
}

function ValueAxis({ ticks, top }: ValueAxisProps) {
  return (
    <div className={styles.valueAxis} aria-hidden="true">
      {ticks.map((tick) => (
        <span key={tick} style={{ insetBlockStart: `${100 - (tick / top) * 100}%` }}>
          {formatCompactCount(tick)}
        </span>
      ))}
    </div>
  )
}

interface TimeAxisProps {
  readonly times: readonly string[]
  readonly step: 'day' | 'week'
  readonly kind: 'line' | 'bars'
}

/** Nearer to an end than this, in percent, a label is aligned with the end. */
const endZone = 8

function alignmentAt(position: number): 'start' | 'middle' | 'end' {
  if (position < endZone) return 'start'
  return position > 100 - endZone ? 'end' : 'middle'
}

export function TimeAxis({ times, step, kind }: TimeAxisProps) {
  return (
    <div className={styles.timeAxis} aria-hidden="true">
      {timeTicks(times, step).map(({ index, isMonth }) => {
        const time = times[index] ?? ''
        const position = positionOf(index, times.length, kind)
        return (
          <span
            key={time}
            data-align={alignmentAt(position)}
            data-month={isMonth}
            style={{ insetInlineStart: `${position}%` }}
          >
            {isMonth ? formatShortMonth(time) : formatShortDay(time)}
          </span>
        )
      })}
    </div>
  )
}

export interface ChartPlotProps {
  readonly kind: 'line' | 'bars'
  readonly count: number
  readonly ticks: readonly number[]
  readonly top: number
  readonly chosen: number | undefined
  readonly onChoose: (index: number | undefined) => void
  readonly children: ReactNode
}

/** An axis of values and its grid, on which a pointer chooses a time. */
export function ChartPlot(props: ChartPlotProps) {
  const { kind, count, ticks, top, chosen, onChoose, children } = props
  const heightOf = (tick: number) => `${100 - (tick / top) * 100}%`
  return (
    <>
      <ValueAxis ticks={ticks} top={top} />
      <div
        className={styles.plot}
        onPointerMove={(event) => {
          const { left, width } = event.currentTarget.getBoundingClientRect()
          onChoose(indexAt(((event.clientX - left) / width) * 100, count, kind))
        }}
        onPointerLeave={() => onChoose(undefined)}
      >
        <svg className={styles.drawing} aria-hidden="true">
          {ticks.map((tick) => (
            <line
              key={tick}
              className={styles.grid}
              data-base={tick === 0}
              x2="100%"
              y1={heightOf(tick)}
              y2={heightOf(tick)}
            />
          ))}
          {chosen !== undefined && (
            <line
              className={styles.cursor}
              x1={`${positionOf(chosen, count, kind)}%`}
              x2={`${positionOf(chosen, count, kind)}%`}
              y2="100%"
            />
          )}
        </svg>
        {children}
      </div>
    </>
  )
}
