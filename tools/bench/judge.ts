import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { temporaryFolder } from '../../tests/support/temporary-folder.ts'
import { barsTable, exitCodeOf, summary } from './bar.ts'
import { measureJudge } from './judge/measure.ts'
import { barsOf, timesTable } from './judge/report.ts'

/*
 * npm run bench:judge -- [--per-second 50] [--windows 6] [--seconds 10] [--database <url>]: sends mails to
 * POST /analyses at fixed times from a process of its own, 90 % up to 50 kB, 9 % up to 1 MB, 1 % of
 * 10 MB, while another process makes other calls, with calm windows in between; then far more mails
 * than two processors can judge. A bar that does not hold is a failure.
 */

const { values } = parseArgs({
  options: {
    'per-second': { type: 'string', default: '50' },
    windows: { type: 'string', default: '6' },
    seconds: { type: 'string', default: '10' },
    /** An empty one; a file of its own otherwise. */
    database: { type: 'string' },
  },
})
await using folder = await temporaryFolder()
const load = () => loadavg()[0]?.toFixed(1)
const before = load()
const figures = await measureJudge({
  database: values.database ?? `file:${join(folder.path, 'judge.db')}`,
  windows: Number(values.windows),
  windowSeconds: Number(values.seconds),
  mailsPerSecond: Number(values['per-second']),
  scans: 100_000,
  burst: { perSecond: 800, seconds: 5 },
})
const bars = barsOf(figures)
const { coldMs, peakMemoryMb, cpuMsPerMail } = figures
console.log([timesTable(figures), barsTable(bars), summary(bars)].join('\n\n'))
console.log(
  `\nFirst mail after the start ${coldMs.toFixed(0)} ms; ${cpuMsPerMail.toFixed(1)} ms of processor time for a mail, with the other calls; most memory ${peakMemoryMb.toFixed(0)} MB; load average ${before} before and ${load()} after, ${availableParallelism()} processors.`,
)
process.exitCode = exitCodeOf(bars)
