import { addressOf } from '../../bench/database.ts'
import { type Attack, bothEngines, tell } from '../prove/attack.ts'
import { type History, liveThrough } from './history.ts'
import { places } from './world.ts'

export const clocksAttack: Attack = {
  name: 'clocks',
  engines: bothEngines,
  async try(stage) {
    const zone = process.env.TZ
    const warnings: string[] = []
    const warn = ({ name, message }: Error) => warnings.push(`${name}: ${message}`)
    process.on('warning', warn)
    const lived: History[] = []
    try {
      for (const [seed, place] of places.entries()) {
        lived.push(await liveThrough(addressOf(await stage.newDatabase()), place, seed))
      }
    } finally {
      process.off('warning', warn)
      if (zone === undefined) delete process.env.TZ
      else process.env.TZ = zone
    }
    const leaps = sum(lived.map((history) => history.leaps))
    const calls = sum(lived.map((history) => history.calls))
    const problems = [...warnings, ...lived.flatMap((history) => history.problems)]
    return [
      {
        fault: 'the clock leaps for less than an hour, and days, months, years and summer time end',
        tried: leaps,
        expected:
          'no session, lockout or mail lasts longer, nothing goes too early, no receipt number twice',
        seen:
          problems.length === 0
            ? `${calls} calls in ${lived.length} months (${places.map(({ zone, start }) => `${zone} from ${start.slice(0, 10)}`).join(', ')}), all so`
            : tell(problems),
        holds: problems.length === 0 && leaps > 0,
      },
    ]
  },
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
