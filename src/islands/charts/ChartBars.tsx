import { useId } from 'react'
import { barsOf, type ChartSeries, missingBars } from '../../lib/charts/time-chart.ts'
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

/**
 * The height of the pattern that a bar is filled with: dense or loose lines, which a narrow bar still
 * shows. Danger is filled whatever stands beside it, so that a pattern means the same in every chart.
 */
function patternHeight(tone: ChartSeries['tone']): 4 | 8 | undefined {
  if (tone === 'danger' || tone === 'accent') return undefined
  return tone === 'caution' ? 4 : 8
}

/** @param id of the patterns, see `BarPatterns` */
export function patternFill(
  id: string,
  at: number,
  tone: ChartSeries['tone'] | undefined,
): string | undefined {
  return tone === undefined || patternHeight(tone) === undefined ? undefined : `url(#${id}${at})`
}
