import type { ReactNode } from 'react'
import { indexAt, positionOf } from '../../lib/charts/time-chart.ts'
import { ValueAxis } from './ChartAxes.tsx'
import styles from './TimeChart.module.css'

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
