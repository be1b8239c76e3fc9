import { addressOf } from '../../../tests/support/browser/place.ts'
import { sum } from '../../../tests/support/until.ts'
import { type Attack, bothEngines, row } from '../prove/attack.ts'
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
    const starts = places.map((place) => `${place.zone} from ${place.start.slice(0, 10)}`)
    return [
      row({
        fault: 'the clock leaps for less than an hour, and days, months, years and summer time end',
        tried: leaps,
        expected:
          'no session, lockout or mail lasts longer, nothing goes too early, no receipt number twice',
        figures: `${calls} calls in ${lived.length} months (${starts.join(', ')})`,
        problems: [...warnings, ...lived.flatMap((history) => history.problems)],
        wasTried: leaps > 0,
      }),
    ]
  },
}
