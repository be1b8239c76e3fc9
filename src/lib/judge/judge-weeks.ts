import type { JudgeSettings } from './judge-settings.ts'

const dayMs = 24 * 60 * 60 * 1000

type Days = NonNullable<JudgeSettings['days']>
type Counted = (days: Days) => number

export interface JudgeWeeks {
  /** The Mondays with which they begin. */
  readonly times: readonly string[]
  readonly judged: readonly (number | null)[]
  readonly dangerous: readonly (number | null)[]
  readonly honest: readonly (number | null)[]
  /** Marked mail of which its recipient said nothing. */
  readonly quiet: readonly (number | null)[]
}

/**
 * The outcome of the mail of each week; null before the first in which the judge was asked.
 * @returns undefined where the judge was not asked, or the server does not count by day
 */
export function weeksOf({ first_day, last_day, days }: JudgeSettings): JudgeWeeks | undefined {
  const [first] = days ?? []
  if (first === undefined || first_day === null || last_day === null) return undefined
  const byWeek = Map.groupBy(days ?? [], ({ day }) => mondayOf(day))
  const times: string[] = []
  const end = Date.parse(last_day)
  for (let time = Date.parse(mondayOf(first_day)); time <= end; time += 7 * dayMs) {
    times.push(dayAt(time))
  }
  const since = mondayOf(first.day)
  const of = (count: Counted) =>
    times.map((week) => (week < since ? null : count(byWeek.get(week) ?? [])))
  const sum = (days: Days, name: Exclude<keyof Days[number], 'day'>) =>
    days.reduce((total, day) => total + day[name], 0)
  return {
    times,
    judged: of((days) => sum(days, 'judged')),
    dangerous: of((days) => sum(days, 'reported_dangerous')),
    honest: of((days) => sum(days, 'reported_honest')),
    quiet: of((days) => {
      const said = sum(days, 'reported_dangerous') + sum(days, 'reported_honest')
      return Math.max(0, sum(days, 'marked') - said)
    }),
  }
}

function mondayOf(day: string): string {
  const time = Date.parse(day)
  return dayAt(time - ((new Date(time).getUTCDay() + 6) % 7) * dayMs)
}

function dayAt(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}
