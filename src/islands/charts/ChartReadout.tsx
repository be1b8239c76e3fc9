import { useStore } from '@nanostores/react'
import { useId } from 'react'
import { barsOf, type ChartSeries, missingBars } from '../../lib/charts/time-chart.ts'
import { $chartWords } from '../../lib/charts/words/chart.words.yaml'
import { formatDay } from '../../lib/core/format/days.ts'
import styles from './TimeChart.module.css'

interface ChartTableProps {
  readonly title: string
  readonly step: 'day' | 'week'
  readonly times: readonly string[]
  readonly series: readonly ChartSeries[]
  readonly format: (value: number) => string
}

/** The same values as a table, the newest first. */
export function ChartTable({ title, step, times, series, format }: ChartTableProps) {
  const words = useStore($chartWords)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={styles.scroll} aria-label={title} tabIndex={0}>
      <table className={styles.table} aria-label={title}>
        <thead>
          <tr>
            <th scope="col">{step === 'day' ? words.day : words.weekOf}</th>
            {series.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {times
            .map((time, index) => (
              <tr key={time}>
                <th scope="row">{formatDay(time)}</th>
                {series.map(({ name, values }) => {
                  const value = values[index] ?? null
                  return <td key={name}>{value === null ? words.noData : format(value)}</td>
                })}
              </tr>
            ))
            .reverse()}
        </tbody>
      </table>
    </section>
  )
}

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

function BarPatterns({
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
function patternFill(
  id: string,
  at: number,
  tone: ChartSeries['tone'] | undefined,
): string | undefined {
  return tone === undefined || patternHeight(tone) === undefined ? undefined : `url(#${id}${at})`
}

interface ChartReadoutProps {
  readonly step: 'day' | 'week'
  readonly times: readonly string[]
  readonly series: readonly ChartSeries[]
  readonly line?: ChartSeries | undefined
  readonly format: (value: number) => string
  readonly index: number
}

/** The legend, with the values of one time. */
export function ChartReadout(props: ChartReadoutProps) {
  const { step, times, series, line, format, index } = props
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
                {shown !== line ? (
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
        {missingBars(series).length > 0 && (
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
