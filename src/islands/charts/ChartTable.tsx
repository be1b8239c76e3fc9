import { useStore } from '@nanostores/react'
import type { ChartSeries } from '../../lib/charts/time-chart.ts'
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
