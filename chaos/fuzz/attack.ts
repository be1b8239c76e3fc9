import { addressOf } from '../../bench/database.ts'
import { type Attack, bothEngines, tell } from '../prove/attack.ts'
import { fuzz } from './run.ts'

const requests = 10_000

export const fuzzAttack: Attack = {
  name: 'fuzz',
  engines: bothEngines,
  async try(stage) {
    const seed = Date.now() % 1_000_000
    const figures = await fuzz(requests, seed, addressOf(await stage.newDatabase()))
    const untried = figures.untried.map((call) => `${call} was not tried`)
    const problems = [...figures.problems, ...untried]
    const counts = `${figures.calls} calls, ${problems.length} other answers, seed ${seed}`
    return [
      {
        fault: 'requests that nobody would make',
        tried: requests,
        expected: 'only answers that the OpenAPI document allows, no 5xx',
        seen: problems.length === 0 ? counts : `${counts}: ${tell(problems)}`,
        holds: problems.length === 0,
      },
    ]
  },
}
