import { parseArgs } from 'node:util'
import { createSealer } from '../../../server/core/sealer.ts'
import { learnOnce } from '../../../server/judge/judge.ts'
import { openPlace } from '../../../tests/support/browser/place.ts'

/*
 * A server that learns once, and is killed at a statement if that is wanted. It says how many statements
 * it made.
 */

const { values } = parseArgs({
  options: {
    database: { type: 'string', default: '' },
    key: { type: 'string', default: '' },
    now: { type: 'string', default: '' },
    /** In half statements: 4 is before the third, 5 after it. */
    killAt: { type: 'string', default: '-1' },
  },
})
const killAt = Number(values.killAt)
let halves = 0

function passHalf(): void {
  if (halves === killAt) process.kill(process.pid, 'SIGKILL')
  halves += 1
}

await using place = await openPlace(values.database)
await learnOnce({
  database: place.database.withPlugin({
    transformQuery({ node }) {
      passHalf()
      return node
    },
    async transformResult({ result }) {
      passHalf()
      return result
    },
  }),
  clock: () => new Date(values.now),
  log: () => undefined,
  sealer: createSealer(values.key),
})
console.log(halves)
