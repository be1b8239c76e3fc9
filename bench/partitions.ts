import { parseArgs } from 'node:util'
import { barsTable, exitCodeOf, summary } from './bar.ts'
import { measurePartitions } from './partitions/measure.ts'

/*
 * npm run bench:partitions -- --database <url> [--whole <url>] [--before <folder>] [--scans 1000000]
 *   [--users 100000] [--only <name>] [--filled]:
 * fills two empty PostgreSQL databases with the same mail, one of which keeps it in one table as before
 * the partitions, and compares the calls that read or write mail; then expires a day under load, which is
 * all it does without --whole. With
 * --before the server of that folder answers from the one table: a checkout of the version before the
 * partitions, 3330f4cc, with a link to node_modules; without it this version does. With --filled the
 * databases are those of a run before, of which each run takes one more day.
 */

const { values } = parseArgs({
  options: {
    database: { type: 'string', default: '' },
    whole: { type: 'string' },
    before: { type: 'string' },
    scans: { type: 'string', default: '1000000' },
    users: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '12' },
    seconds: { type: 'string', default: '0.5' },
    /** A part of the names of the calls to compare. */
    only: { type: 'string', default: '' },
    filled: { type: 'boolean', default: false },
  },
})
const bars = await measurePartitions({
  database: values.database,
  whole: values.whole,
  before: values.before,
  size: { organizations: 1000, users: Number(values.users), scans: Number(values.scans) },
  rounds: Number(values.rounds),
  roundMs: Number(values.seconds) * 1000,
  only: values.only,
  isFilled: values.filled,
  say: (line) => console.error(line),
})
console.log([barsTable(bars), summary(bars)].join('\n\n'))
process.exitCode = exitCodeOf(bars)
