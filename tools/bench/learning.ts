import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { temporaryFolder } from '../../tests/support/temporary-folder.ts'
import { conclude } from './bar.ts'
import { learntRows, measureAnalyses, measureUpdate } from './judge/learnt.ts'

/*
 * npm run bench:learning -- [--per-second 40] [--seconds 60] [--organizations 1000] [--database <url>]:
 * what it costs that organizations teach their judge. Mails of an organization with a layer and of one
 * without are analysed in turn.
 */

const { values } = parseArgs({
  options: {
    'per-second': { type: 'string', default: '40' },
    seconds: { type: 'string', default: '60' },
    organizations: { type: 'string', default: '1000' },
    /** An empty one; a file of its own otherwise. */
    database: { type: 'string' },
  },
})
await using folder = await temporaryFolder()
const rows = learntRows({ marks: 120, mails: 1200 })
const most = learntRows({ marks: 1200, mails: 30_000 })
const update = await measureUpdate(most)
const url = values.database ?? `file:${join(folder.path, 'learnt.db')}`
const organizations = Number(values.organizations)
const { plainMs, learntMs, moreMegabytes, failed } = await measureAnalyses(url, rows, {
  organizations,
  perSecond: Number(values['per-second']),
  seconds: Number(values.seconds),
})
const bars = [
  { name: 'analysis with a layer: p99, times that without', value: learntMs / plainMs, limit: 1.2 },
  { name: 'the longest update', value: update.longestMs, limit: 1000, unit: 'ms' },
  {
    name: 'the longest that it held the event loop beyond the calm one',
    value: update.heldMs,
    limit: 50,
    unit: 'ms',
  },
  { name: 'stored for an organization', value: rows.bytes / 1e6, limit: 1, unit: 'MB' },
  { name: 'stored for one with 30,000 mails', value: most.bytes / 1e6, limit: 1, unit: 'MB' },
  {
    name: `memory for ${organizations} organizations`,
    value: moreMegabytes,
    limit: organizations / 5,
    unit: 'MB',
  },
  { name: 'answers other than 200', value: failed, limit: 0 },
]
conclude(
  [],
  bars,
  `p99 ${plainMs.toFixed(1)} ms without a layer, ${learntMs.toFixed(1)} ms with one.`,
)
