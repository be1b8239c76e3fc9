import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { stopChildrenWithUs } from '../scripts/run-command.ts'
import { temporaryFolder } from '../tests/support/temporary-folder.ts'
import { killRepeatedly } from './kill/rounds.ts'

/*
 * npm run bench:kill -- [--kills 100] [--database <url>]: SIGKILLs a real server again and again
 * while it takes in mail, people, flags, receipts and requests, and says what of the acknowledged
 * was lost, what was done by half, and whether the database is whole. Anything but 0 is a failure.
 */

stopChildrenWithUs()
const { values } = parseArgs({
  options: { kills: { type: 'string', default: '100' }, database: { type: 'string' } },
})
await using folder = await temporaryFolder()
const started = performance.now()
const { kills, acknowledged, lost, halfDone, corrupt } = await killRepeatedly(
  values.database ?? `file:${join(folder.path, 'aman.db')}`,
  Number(values.kills),
)

const seconds = ((performance.now() - started) / 1000).toFixed(1)
const cells = [kills, acknowledged, lost.length, halfDone.length, corrupt.length, seconds]
console.log('| kills | acknowledged writes | lost | half done | failed integrity checks | s |')
console.log('|---|---|---|---|---|---|')
console.log(`| ${cells.join(' | ')} |`)
const problems = [...lost, ...halfDone, ...corrupt]
for (const problem of problems.slice(0, 20)) console.log(problem)
process.exitCode = problems.length === 0 ? 0 : 1
