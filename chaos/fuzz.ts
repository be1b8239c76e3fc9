import { parseArgs } from 'node:util'
import { addressOf } from '../bench/database.ts'
import { stopChildrenWithUs } from '../scripts/run-command.ts'
import { fuzz } from './fuzz/run.ts'

/*
 * npm run bench:fuzz -- [--requests 10000] [--seed 1] [--database <url>]: requests made from the OpenAPI
 * document, over all calls. Any answer that the document does not allow, any 5xx, and any call that
 * was not tried is a failure.
 */

stopChildrenWithUs()
const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '10000' },
    database: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})
const started = performance.now()
const figures = await fuzz(
  Number(values.requests),
  Number(values.seed),
  values.database === undefined ? undefined : addressOf(values.database),
)

const seconds = ((performance.now() - started) / 1000).toFixed(1)
const statuses = [...figures.statuses].sort(([one], [other]) => one - other)
console.log('| requests | seed | calls | problems | s | statuses |')
console.log('|---|---|---|---|---|---|')
console.log(
  `| ${figures.requests} | ${figures.seed} | ${figures.calls} | ${figures.problems.length} | ${seconds} | ${statuses.map(([status, count]) => `${status}: ${count}`).join(', ')} |`,
)
for (const problem of figures.problems.slice(0, 20)) console.log(problem)
for (const call of figures.untried) console.log(`${call} was not tried`)
process.exitCode = figures.problems.length + figures.untried.length === 0 ? 0 : 1
