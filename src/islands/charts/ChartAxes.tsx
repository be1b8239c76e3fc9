import { timeTicks } from '../../lib/charts/axis.ts'
import { positionOf } from '../../lib/charts/time-chart.ts'
import { formatCompactCount } from '../../lib/core/format/compact-count.ts'
import { formatShortDay, formatShortMonth } from '../../lib/core/format/days.ts'
import styles from './TimeChart.module.css'

interface ValueAxisProps {
  readonly ticks: readonly number[]
  readonly top: number
}

export function ValueAxis({ ticks, top }: ValueAxisProps) {
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
