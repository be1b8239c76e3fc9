import { type ChartSeries, linesOf } from '../../lib/charts/time-chart.ts'
import styles from './TimeChart.module.css'

interface ChartLinesProps {
  readonly series: readonly ChartSeries[]
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
 * Lines in a drawing that stretches with the page, so that it is right at every width, on paper too,
 * without measuring. Each meaning has its own dash and shape of marks, which need no colour.
 */
export function ChartLines({ series, top, chosen, kind }: ChartLinesProps) {
  return (
    <svg
      className={styles.drawing}
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {series.map(({ name, tone, values }) => {
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
          <g key={name} data-tone={tone}>
            {series.length === 1 &&
              lines.map((line) => (
                <path
                  key={line[0]?.x}
                  className={styles.under}
                  d={`${pathOf(line)}V100H${line[0]?.x ?? 0}Z`}
                />
              ))}
            <path className={styles.line} d={lines.map(pathOf).join('')} />
            <path className={styles.marks} d={marked.map(markOf).join('')} />
            <path className={styles.chosen} d={last.map(markOf).join('')} />
            <path className={styles.hollow} d={[...marked, ...last].map(markOf).join('')} />
          </g>
        )
      })}
    </svg>
  )
}
