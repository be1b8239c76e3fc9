import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { type ChartSeries, endLabels, lastKnown, valueAxis } from '../../lib/charts/time-chart.ts'
import { $chartWords } from '../../lib/charts/words/chart.words.yaml'
import { listComma } from '../../lib/core/format/list.ts'
import { formatCount } from '../../lib/core/i18n/format.ts'
import { Button } from '../../ui/Button.tsx'
import { ChartLines, ChartPlot, type ChartPlotProps, TimeAxis } from './ChartPlot.tsx'
import { ChartBars, ChartReadout, ChartTable, timeText } from './ChartReadout.tsx'
import styles from './TimeChart.module.css'

export interface TimeChartProps {
  /** The subject of the chart, for screen readers; a visible heading is the caller's. */
  readonly title: string
  /** Lines side by side, or bars on each other for the parts of a sum. */
  readonly kind: 'line' | 'bars'
  readonly step: 'day' | 'week'
  /** Days (`2026-03-09`) without gaps, oldest first; for weeks, the first day of each. */
  readonly times: readonly string[]
  /** Up to three, with a value or null for each time. */
  readonly series: readonly ChartSeries[]
  /** Above bars, on a scale of its own: what is so much more that the bars would vanish beside it. */
  readonly line?: ChartSeries | undefined
  /** The name of all bars together, where a line stands above them. */
  readonly barsName?: string
  /** The upper end of the axis, if the values have one; and its values, if they are known. */
  readonly top?: number
  readonly ticks?: readonly number[]
  readonly format?: (value: number) => string
}

/** The distance of two labels in percent of the plot: a line of their text. */
const lineOfText = 11

/** Values over time, to look at, to read one by one with pointer and keyboard, and as a table. */
export function TimeChart(props: TimeChartProps) {
  const { title, kind, times, series, line, format = formatCount } = props
  const words = useStore($chartWords)
  const [isTableShown, setTableShown] = useState(false)
  const [chosen, setChosen] = useState<number>()
  const axis = valueAxis(series, kind, props.top)
  const ticks = props.ticks ?? axis.ticks
  const read = chosen ?? lastKnown(series, times.length)
  if (times.length === 0) return null
  const pointed = { kind, count: times.length, chosen, onChoose: setChosen }
  return (
    <figure className={styles.chart} aria-label={title}>
      <ChartReadout {...props} format={format} index={read} />
      {/* Time runs from left to right in every language, as numbers do; the arrow keys follow it. */}
      <div className={styles.area} dir="ltr">
        {line !== undefined && (
          <>
            <UpperPlot line={line} read={read} {...pointed} />
            <PlotName name={props.barsName ?? title} />
          </>
        )}
        <ChartPlot ticks={ticks} top={axis.top} {...pointed}>
          {kind === 'bars' ? (
            <ChartBars series={series} top={axis.top} chosen={chosen} />
          ) : (
            <ChartLines series={series} top={axis.top} chosen={read} kind={kind} />
          )}
          <input
            type="range"
            className={styles.reader}
            min={0}
            max={times.length - 1}
            value={read}
            aria-label={words.read({ title })}
            aria-valuetext={readingText(props, format, read, words)}
            onChange={(event) => setChosen(Number(event.currentTarget.value))}
            onBlur={() => setChosen(undefined)}
          />
        </ChartPlot>
        {kind === 'line' && (
          <div className={styles.ends} aria-hidden="true">
            {endLabels(series, axis.top, lineOfText).map(({ series: at, value, y }) => (
              <span key={at} data-tone={series[at]?.tone} style={{ insetBlockStart: `${y}%` }}>
                <strong>{format(value)}</strong>
                {series.length > 1 && <span className={styles.endName}>{series[at]?.name}</span>}
              </span>
            ))}
          </div>
        )}
        <TimeAxis times={times} step={props.step} kind={kind} />
      </div>
      <div className={styles.choice}>
        <Button variant="plain" size="small" onClick={() => setTableShown(!isTableShown)}>
          {isTableShown ? words.hideTable : words.showTable}
        </Button>
      </div>
      {isTableShown && <ChartTable {...props} series={withLine(props)} format={format} />}
    </figure>
  )
}

interface UpperPlotProps extends Omit<ChartPlotProps, 'children' | 'ticks' | 'top'> {
  readonly line: ChartSeries
  readonly read: number
}

function UpperPlot({ line, read, ...pointed }: UpperPlotProps) {
  const { top } = valueAxis([line], 'line', undefined)
  return (
    <>
      <PlotName name={line.name} />
      <div className={styles.upper}>
        <ChartPlot ticks={[0, top]} top={top} {...pointed}>
          <ChartLines series={[line]} top={top} chosen={read} kind="bars" />
        </ChartPlot>
      </div>
    </>
  )
}

function PlotName({ name }: { readonly name: string }) {
  return (
    <span className={styles.plotName} aria-hidden="true">
      {name}
    </span>
  )
}

function withLine({ series, line }: Pick<TimeChartProps, 'series' | 'line'>) {
  return line === undefined ? series : [...series, line]
}

function readingText(
  { step, times, ...given }: TimeChartProps,
  format: (value: number) => string,
  index: number,
  words: ReturnType<typeof $chartWords.get>,
): string {
  const values = withLine(given).map(({ name, values: all }) => {
    const value = all[index] ?? null
    return words.reading({ name, value: value === null ? words.noData : format(value) })
  })
  return [timeText(times[index] ?? '', step, words), ...values].join(listComma())
}
