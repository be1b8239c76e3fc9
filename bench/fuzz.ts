import { parseArgs } from 'node:util'
import { fuzz } from './fuzz/run.ts'

/*
 * npm run bench:fuzz -- [--requests 10000] [--seed 1]: requests made from the OpenAPI document, over
 * all calls. Any answer that the document does not allow, and any 5xx, is a failure.
 */

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '10000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})
const started = performance.now()
const figures = await fuzz(Number(values.requests), Number(values.seed))

const seconds = ((performance.now() - started) / 1000).toFixed(1)
const statuses = [...figures.statuses].sort(([one], [other]) => one - other)
console.log('| requests | seed | calls | problems | s | statuses |')
console.log('|---|---|---|---|---|---|')
console.log(
  `| ${figures.requests} | ${figures.seed} | ${figures.calls} | ${figures.problems.length} | ${seconds} | ${statuses.map(([status, count]) => `${status}: ${count}`).join(', ')} |`,
)
for (const problem of figures.problems.slice(0, 20)) console.log(problem)
process.exitCode = figures.problems.length === 0 ? 0 : 1
