import { table } from '../../tests/support/browser/table.ts'

/** One figure that a bench holds to a limit. */
export interface Bar {
  readonly name: string
  readonly value: number
  readonly limit: number
  readonly unit?: string
  readonly isAtLeast?: true
  /**
   * The spread of the floor in the same run, where the figure compares with one or depends on the
   * machine.
   */
  readonly floorSpread?: number
}

export type Verdict = 'holds' | 'FAILS' | 'too noisy'

/** A machine on which the floor itself spreads further cannot tell the product from the noise. */
const noisySpread = 0.3

function judge({ value, limit, isAtLeast, floorSpread = 0 }: Bar): Verdict {
  if (floorSpread > noisySpread) return 'too noisy'
  return (isAtLeast ? value >= limit : value <= limit) ? 'holds' : 'FAILS'
}

/** The end of a bench: every bar, and whether the floor was calm enough to judge it. */
export function barsTable(bars: readonly Bar[]): string {
  return table([
    ['bar', 'measured', '', 'limit', 'floor spread', ''],
    ...bars.map((bar) => [
      bar.name,
      withUnit(bar.value, bar.unit),
      bar.isAtLeast ? '>=' : '<=',
      withUnit(bar.limit, bar.unit),
      bar.floorSpread === undefined ? '' : `${Math.round(bar.floorSpread * 100)} %`,
      judge(bar),
    ]),
  ])
}

/** The bench's last line; a bar that cannot be judged is not counted as one that holds. */
export function summary(bars: readonly Bar[]): string {
  const count = (verdict: Verdict) => bars.filter((bar) => judge(bar) === verdict).length
  const noisy = count('too noisy')
  const unjudged = noisy === 0 ? '' : `, ${noisy} could not be judged: the machine was too noisy`
  return `${count('holds')} of ${bars.length} bars hold${unjudged}.`
}

/** @returns 0 when all bars hold, 1 when one fails, 2 when one could not be judged */
export function exitCodeOf(bars: readonly Bar[]): 0 | 1 | 2 {
  const verdicts = bars.map(judge)
  if (verdicts.includes('FAILS')) return 1
  return verdicts.includes('too noisy') ? 2 : 0
}

/** Small figures, for instance a layout shift, with the digits that say something. */
export function number(value: number): string {
  if (Number.isInteger(value)) return String(value)
  return value < 1 ? value.toPrecision(2) : value.toFixed(value < 10 ? 2 : 0)
}

function withUnit(value: number, unit = ''): string {
  return `${number(value)}${unit && ` ${unit}`}`
}
