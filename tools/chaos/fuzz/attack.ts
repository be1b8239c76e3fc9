import { addressOf } from '../../../tests/support/browser/place.ts'
import { fuzz } from '../../../tests/support/fuzz/run.ts'
import { type Attack, bothEngines, row } from '../prove/attack.ts'

const requests = 10_000

export const fuzzAttack: Attack = {
  name: 'fuzz',
  engines: bothEngines,
  async try(stage) {
    const seed = Date.now() % 1_000_000
    const { problems, untried, calls } = await fuzz(requests, seed, {
      address: addressOf(await stage.newDatabase()),
    })
    return [
      row({
        fault: 'malformed and hostile requests',
        tried: requests,
        expected: 'only answers that the OpenAPI document allows, no 5xx',
        figures: `${calls} calls, ${problems.length} other answers, seed ${seed}`,
        problems: [...problems, ...untried.map((call) => `${call} was not tried`)],
      }),
    ]
  },
}
