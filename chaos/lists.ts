import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { stopChildrenWithUs } from '../scripts/run-command.ts'
import { temporaryFolder } from '../tests/support/temporary-folder.ts'
import { measureLists, slowCalls } from './lists/measure.ts'
import type { Measured } from './lists/others.ts'

/*
 * npm run bench:lists -- [--people 100000]: asks a listening server for whole and searched lists and
 * for a team of 10,000, removes somebody with 100,000 mails, and says how long each took and for how
 * long it kept another call waiting. More than 100 ms is a failure; the first row is what the machine
 * itself makes calls wait.
 */

stopChildrenWithUs()
const { values } = parseArgs({ options: { users: { type: 'string', default: '100000' } } })
await using folder = await temporaryFolder()
const figures = await measureLists(join(folder.path, 'aman.db'), Number(values.users))
console.log('| call | ms | MB | longest wait of another call, ms |')
console.log('|---|---|---|---|')
console.log(rowOf('none', figures.idle))
for (const { call, ...measured } of figures.calls) console.log(rowOf(call, measured))
process.exitCode = slowCalls(figures).length === 0 ? 0 : 1

function rowOf(call: string, { ms, bytes, longestWaitMs }: Measured): string {
  const cells = [call, ms.toFixed(1), (bytes / 1e6).toFixed(2), longestWaitMs.toFixed(1)]
  return `| ${cells.join(' | ')} |`
}
