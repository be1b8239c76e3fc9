import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { type ChartSeries, heightOf, lastKnown, ticksOf } from '../../lib/charts/time-chart.ts'
import { $chartWords } from '../../lib/charts/words/chart.words.yaml'
import { listComma } from '../../lib/core/format/list.ts'
import { formatCount } from '../../lib/core/i18n/format.ts'
import { Button } from '../../ui/Button.tsx'
import { ChartLine, ChartPlot, type ChartPlotProps, TimeAxis } from './ChartPlot.tsx'
import { ChartBars, ChartReadout, ChartTable, timeText } from './ChartReadout.tsx'
import styles from './TimeChart.module.css'

export interface TimeChartProps {
  /** The subject of the chart, for screen readers; a visible heading is the caller's. */
  readonly title: string
  readonly step: 'day' | 'week'
  /** Days (`2026-03-09`) without gaps, oldest first; for weeks, the first day of each. */
  readonly times: readonly string[]
  /** Up to three, as bars on each other: the parts of a sum, with a value or null for each time. */
  readonly series?: readonly ChartSeries[]
  /**
   * Alone, or above bars on a scale of its own: what is so much more that the bars would vanish
   * beside it.
   */
  readonly line?: ChartSeries | undefined
  /** The name of all bars together, where a line stands above them. */
  readonly barsName?: string
  /** The values of the axis up to its upper end, if they are known. */
  readonly ticks?: readonly number[]
  readonly format?: (value: number) => string
}

/** Values over time, to look at, to read one by one with pointer and keyboard, and as a table. */
export function TimeChart(props: TimeChartProps) {
  const { title, step, times, series = [], line, format = formatCount } = props
  const words = useStore($chartWords)
  const [isTableShown, setTableShown] = useState(false)
  const [chosen, setChosen] = useState<number>()
  const all = line === undefined ? series : [...series, line]
  const kind: 'line' | 'bars' = series.length === 0 ? 'line' : 'bars'
  const lower = kind === 'bars' ? series : all
  const ticks = props.ticks ?? ticksOf(lower)
  const top = ticks.at(-1) ?? 1
  const read = chosen ?? lastKnown(lower, times.length)
  if (times.length === 0) return null
  const last = line?.values.at(-1) ?? null
  const pointed = { kind, count: times.length, chosen, onChoose: setChosen }
  return (
    <figure className={styles.chart} aria-label={title}>
      <ChartReadout {...{ step, times, series, line, format }} index={read} />
      {/* Time runs from left to right in every language, as numbers do; the arrow keys follow it. */}
      <div className={styles.area} dir="ltr">
        {kind === 'bars' && line !== undefined && (
          <>
            <UpperPlot line={line} read={read} {...pointed} />
            <PlotName name={props.barsName ?? title} />
          </>
        )}
        <ChartPlot ticks={ticks} top={top} {...pointed}>
          {kind === 'bars' && <ChartBars series={series} top={top} chosen={chosen} />}
          {kind === 'line' && line && <ChartLine line={line} top={top} chosen={read} kind={kind} />}
          <input
            type="range"
            className={styles.reader}
            min={0}
            max={times.length - 1}
            value={read}
            aria-label={words.read({ title })}
            aria-valuetext={readingText({ step, times, all, format, index: read }, words)}
            onChange={(event) => setChosen(Number(event.currentTarget.value))}
            onBlur={() => setChosen(undefined)}
          />
        </ChartPlot>
        {kind === 'line' && (
          <div className={styles.ends} aria-hidden="true">
            {last !== null && (
              <span style={{ insetBlockStart: `${heightOf(last, top)}%` }}>
                <strong>{format(last)}</strong>
              </span>
            )}
          </div>
        )}
        <TimeAxis times={times} step={step} kind={kind} />
      </div>
      <div className={styles.choice}>
        <Button variant="plain" size="small" onClick={() => setTableShown(!isTableShown)}>
          {isTableShown ? words.hideTable : words.showTable}
        </Button>
      </div>
      {isTableShown && <ChartTable {...{ title, step, times, format }} series={all} />}
    </figure>
  )
}

interface UpperPlotProps extends Omit<ChartPlotProps, 'children' | 'ticks' | 'top'> {
  readonly line: ChartSeries
  readonly read: number
}

function UpperPlot({ line, read, ...pointed }: UpperPlotProps) {
  const top = ticksOf([line]).at(-1) ?? 1
  return (
    <>
      <PlotName name={line.name} />
      <div className={styles.upper}>
        <ChartPlot ticks={[0, top]} top={top} {...pointed}>
          <ChartLine line={line} top={top} chosen={read} kind="bars" />
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

interface Reading extends Pick<TimeChartProps, 'step' | 'times'> {
  readonly all: readonly ChartSeries[]
  readonly format: (value: number) => string
  readonly index: number
}

function readingText(
  { step, times, all, format, index }: Reading,
  words: ReturnType<typeof $chartWords.get>,
): string {
  const values = all.map(({ name, values: known }) => {
    const value = known[index] ?? null
    return words.reading({ name, value: value === null ? words.noData : format(value) })
  })
  return [timeText(times[index] ?? '', step, words), ...values].join(listComma())
}
