import { useStore } from '@nanostores/react'
import { useId } from 'react'
import { type ChartSeries, missingBars } from '../../lib/charts/time-chart.ts'
import { $chartWords } from '../../lib/charts/words/chart.words.yaml'
import { formatDay } from '../../lib/core/format/days.ts'
import { BarPatterns, patternFill } from './ChartBars.tsx'
import styles from './TimeChart.module.css'

interface ChartReadoutProps {
  readonly kind: 'line' | 'bars'
  readonly step: 'day' | 'week'
  readonly times: readonly string[]
  readonly series: readonly ChartSeries[]
  readonly line?: ChartSeries | undefined
  readonly format: (value: number) => string
  readonly index: number
}

/** The legend, with the values of one time. */
export function ChartReadout(props: ChartReadoutProps) {
  const { kind, step, times, series, line, format, index } = props
  const words = useStore($chartWords)
  const id = useId()
  return (
    <div className={styles.readout}>
      <p>{timeText(times[index] ?? '', step, words)}</p>
      <ul>
        {[...series, ...(line === undefined ? [] : [line])].map((shown, at) => {
          const { name, tone, values } = shown
          const value = values[index] ?? null
          return (
            <li key={name}>
              <svg className={styles.key} data-tone={tone} aria-hidden="true">
                {kind === 'bars' && shown !== line ? (
                  <>
                    <BarPatterns id={id} series={series} />
                    <rect
                      className={styles.bar}
                      y="3"
                      width="24"
                      height="12"
                      fill={patternFill(id, at, tone)}
                    />
                  </>
                ) : (
                  <g>
                    <path className={styles.line} d="M0 9h24" />
                    <path className={styles.marks} d="M12 9h0" />
                    <path className={styles.hollow} d="M12 9h0" />
                  </g>
                )}
              </svg>
              {name} <strong>{value === null ? words.noData : format(value)}</strong>
            </li>
          )
        })}
        {kind === 'bars' && missingBars(series).length > 0 && (
          <li>
            <svg className={styles.key} aria-hidden="true">
              <rect className={styles.missing} y="3" width="24" height="12" />
            </svg>
            {words.uncounted}
          </li>
        )}
      </ul>
    </div>
  )
}

/** 'Mar 9, 2026', or 'Week of Mar 9, 2026'. */
export function timeText(
  time: string,
  step: 'day' | 'week',
  words: ReturnType<typeof $chartWords.get>,
): string {
  const day = formatDay(time)
  return step === 'day' ? day : words.week({ day })
}
