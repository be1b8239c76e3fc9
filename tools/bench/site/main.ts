import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { prepareSite } from '../../../tests/support/browser/phone.ts'
import { seconds, stopChildrenWithUs } from '../../scripts/run-command.ts'
import { barsTable, exitCodeOf, summary } from '../bar.ts'
import { barsOf } from './bars.ts'
import { runEveryPage } from './lighthouse-main.ts'
import { measure } from './measure.ts'
import { comparison, culprits, touchTable } from './report.ts'
import { addPlainPages, serveSite } from './site-under-test.ts'

stopChildrenWithUs()
const { values } = parseArgs({
  options: {
    json: { type: 'string' },
    runs: { type: 'string', default: '5' },
    lighthouse: { type: 'boolean', default: false },
  },
})
if (values.lighthouse) {
  await runEveryPage(Number(values.runs))
  process.exit()
}
const startedMs = performance.now()
const browserPath = await prepareSite()
await using site = await serveSite(addPlainPages)
const { landing, policy, arabic, touches } = await measure({
  site,
  browserPath,
  runs: Number(values.runs),
  say: console.log,
})
const bars = barsOf({ landing, policy, arabic, touches })
const parts = [
  comparison([landing, policy, arabic]),
  touchTable(touches),
  barsTable(bars),
  culprits([landing, policy, arabic]),
]
console.log(`\n${parts.join('\n\n')}\n`)
console.log(
  `${summary(bars)} Lighthouse ${landing.lighthouse.version}, mobile, medians of ${values.runs}, HTTP/1.1 from this machine, ${seconds(startedMs)}.`,
)
if (values.json !== undefined) {
  writeFileSync(
    values.json,
    `${JSON.stringify({ bars, landing, policy, arabic, touches }, null, 2)}\n`,
  )
}
process.exitCode = exitCodeOf(bars)
