import { useId } from 'react'
import { barsOf, type ChartSeries, missingBars } from '../../lib/charts/time-chart.ts'
import { patternFill, patternHeight } from './pattern.ts'
import styles from './TimeChart.module.css'

interface ChartBarsProps {
  readonly series: readonly ChartSeries[]
  readonly top: number
  readonly chosen: number | undefined
}

/** Bars of one time on each other. Each meaning has its own pattern, which needs no colour. */
export function ChartBars({ series, top, chosen }: ChartBarsProps) {
  const id = useId()
  const count = series[0]?.values.length ?? 0
  return (
    <svg className={styles.drawing} aria-hidden="true">
      <BarPatterns id={id} series={series} />
      {missingBars(series).map((index) => (
        <rect
          key={index}
          className={styles.missing}
          x={`${(index / count) * 100}%`}
          width={`${100 / count}%`}
          height="100%"
        />
      ))}
      {chosen !== undefined && (
        <rect
          className={styles.chosenBar}
          x={`${(chosen / count) * 100}%`}
          width={`${100 / count}%`}
          height="100%"
        />
      )}
      {barsOf(series, top).map(({ series: at, x, y, width, height }) => (
        <rect
          key={`${at} ${x}`}
          className={styles.bar}
          data-tone={series[at]?.tone}
          x={`${x}%`}
          y={`${y}%`}
          width={`${width}%`}
          height={`${height}%`}
          fill={patternFill(id, at, series[at]?.tone)}
        />
      ))}
    </svg>
  )
}

export function BarPatterns({
  id,
  series,
}: {
  readonly id: string
  readonly series: readonly ChartSeries[]
}) {
  return (
    <defs>
      {series.map(({ name, tone }, at) => (
        <pattern
          key={name}
          id={`${id}${at}`}
          data-tone={tone}
          width="4"
          height={patternHeight(tone)}
          patternUnits="userSpaceOnUse"
        >
          <rect className={styles.wash} width="4" height="8" />
          <rect className={styles.stripe} width="4" height="1.5" />
        </pattern>
      ))}
    </defs>
  )
}
