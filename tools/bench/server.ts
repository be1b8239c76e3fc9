import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { temporaryFolder } from '../../tests/support/temporary-folder.ts'
import { conclude } from './bar.ts'
import { measureReads, measureServer, type Plan } from './server/measure.ts'
import { barsOf, barsOfReads, callsTable, comparedTable, othersTable } from './server/report.ts'

/*
 * npm run bench:server -- [--scans 1000000] [--users 100000] [--database <url> --small-database <url>]
 *   [--only <name>]:
 * fills two databases, runs the real server on each and a bare floor on the large one, and loads them
 * from a thread of its own. A bar that does not hold is a failure; the last line is everything as JSON.
 * With --only it measures the reads whose name holds that text, and nothing else.
 */

const { values } = parseArgs({
  options: {
    users: { type: 'string', default: '100000' },
    organizations: { type: 'string', default: '1000' },
    scans: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '12' },
    seconds: { type: 'string', default: '0.5' },
    /** Empty ones; files of its own otherwise. */
    database: { type: 'string' },
    'small-database': { type: 'string' },
    only: { type: 'string' },
  },
})
await using folder = await temporaryFolder()
const fileUrl = (name: string) => `file:${join(folder.path, name)}`
const plan: Plan = {
  large: values.database ?? fileUrl('large.db'),
  small: values['small-database'] ?? fileUrl('small.db'),
  size: {
    users: Number(values.users),
    organizations: Number(values.organizations),
    scans: Number(values.scans),
  },
  rounds: Number(values.rounds),
  roundMs: Number(values.seconds) * 1000,
}
const whole = values.only === undefined ? await measureServer(plan) : undefined
const figures = whole ?? (await measureReads(plan, values.only ?? ''))
const bars = [...barsOfReads(figures), ...(whole ? barsOf(whole) : [])]
const tables = whole ? [callsTable(whole), othersTable(whole)] : [comparedTable(figures.reads)]
conclude(tables, bars, '')
console.log(`\n${JSON.stringify({ bars, ...figures })}`)
