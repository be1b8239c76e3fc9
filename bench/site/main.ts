import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { findBrowser } from '../../scripts/find-browser.ts'
import { run, seconds, stopChildrenWithUs } from '../../scripts/run-command.ts'
import { barsOf, holds } from './bars.ts'
import { measure } from './measure.ts'
import { comparison, culprits, verdict } from './report.ts'
import { addPlainPages, serveSite } from './site-under-test.ts'

stopChildrenWithUs()
const { values } = parseArgs({
  options: { json: { type: 'string' }, runs: { type: 'string', default: '3' } },
})
const startedMs = performance.now()
const build = await run('node', ['scripts/build-site.ts', '--if-changed'], { output: 'inherit' })
const browserPath = await findBrowser()
if (build.exitCode !== 0 || browserPath === undefined) process.exit(1)

const site = await serveSite(addPlainPages)
try {
  const { landing, policy } = await measure({
    site,
    browserPath,
    runs: Number(values.runs),
    say: console.log,
  })
  const bars = barsOf(landing, policy).map((bar) => ({ ...bar, holds: holds(bar) }))
  console.log(
    `\n${comparison([landing, policy])}\n\n${verdict(bars)}\n\n${culprits([landing, policy])}\n`,
  )
  const failed = bars.filter((bar) => !bar.holds).length
  console.log(
    `${bars.length - failed} of ${bars.length} bars hold. Lighthouse ${landing.lighthouse.version}, mobile, medians of ${values.runs}, HTTP/1.1 from this machine, ${seconds(startedMs)}.`,
  )
  if (values.json !== undefined) {
    writeFileSync(values.json, `${JSON.stringify({ bars, landing, policy }, null, 2)}\n`)
  }
  if (failed > 0) process.exitCode = 1
} finally {
  await site.stop()
}
