import { table } from '../../tests/support/browser/table.ts'

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

type Verdict = 'holds' | 'FAILS' | 'too noisy'

/** A machine on which the floor itself spreads further cannot tell the product from the noise. */
const noisySpread = 0.3

function judge({ value, limit, isAtLeast, floorSpread = 0 }: Bar): Verdict {
  if (floorSpread > noisySpread) return 'too noisy'
  return (isAtLeast ? value >= limit : value <= limit) ? 'holds' : 'FAILS'
}

function barsTable(bars: readonly Bar[]): string {
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

/**
 * The end of a bench: its tables, every bar, and how many hold. The process ends with 0 when all do, with 1
 * when one fails, and with 2 when the floor was not calm enough to judge one.
 * @param conditions of the measurement
 */
export function conclude(
  tables: readonly string[],
  bars: readonly Bar[],
  conditions: string,
): void {
  const verdicts = bars.map(judge)
  const count = (verdict: Verdict) => verdicts.filter((it) => it === verdict).length
  const noisy = count('too noisy')
  const unjudged = noisy === 0 ? '' : `, ${noisy} could not be judged: the machine was too noisy`
  console.log(`\n${[...tables, barsTable(bars)].join('\n\n')}\n`)
  console.log(`${count('holds')} of ${bars.length} bars hold${unjudged}. ${conditions}`)
  process.exitCode = verdicts.includes('FAILS') ? 1 : Math.min(noisy, 1) * 2
}

/** Small figures, for instance a layout shift, with the digits that say something. */
export function number(value: number): string {
  if (Number.isInteger(value)) return String(value)
  return value < 1 ? value.toPrecision(2) : value.toFixed(value < 10 ? 2 : 0)
}

function withUnit(value: number, unit = ''): string {
  return `${number(value)}${unit && ` ${unit}`}`
}
