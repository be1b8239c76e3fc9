import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { Browser } from '@playwright/test'
import { seconds, stopChildrenWithUs } from '../../scripts/run-command.ts'
import { launch, prepareSite } from '../../tests/support/browser/phone.ts'
import { type Certificate, makeCertificate } from '../../tests/support/server/certificate.ts'
import { barsTable, exitCodeOf, summary } from '../bar.ts'
import { serveSite } from '../site/site-under-test.ts'
import { fillDemo, fillLarge } from './data.ts'
import { addFloors } from './floor/build.ts'
import { serveHttp2 } from './http2.ts'
import { type Addresses, measureLarge, measureStarts } from './measure.ts'
import { measureGrowth } from './memory.ts'
import { measureOpenings } from './opening.ts'
import { barsOfStarts, barsOfUse, comparisons, largeLists, openingsTable } from './report.ts'
import { measureThreats } from './threats.ts'

/*
 * npm run bench:dashboard -- [--runs 5] [--rows 10000] [--json file] [--starts team]:
 * starts each dashboard in three ways beside its floor on a slow phone, opens messages and the search,
 * paints 3,000 threats, looks for memory that is kept, and types and scrolls in long lists. With --starts it
 * only starts that dashboard.
 */

stopChildrenWithUs()
const { values } = parseArgs({
  options: {
    json: { type: 'string' },
    runs: { type: 'string', default: '5' },
    rows: { type: 'string', default: '10000' },
    starts: { type: 'string' },
  },
})
const runs = Number(values.runs)
const startedMs = performance.now()
const browserPath = await prepareSite()
const certificate = await makeCertificate()
const browser = await launch(browserPath, [
  `--ignore-certificate-errors-spki-list=${certificate.fingerprint}`,
])
try {
  const only = values.starts
  const demo = await onServer(certificate, fillDemo, ['--demo'], async (addresses, tokens) => {
    console.log(`Starting each dashboard and its floors in turn, ${runs} times...`)
    const starts = { ...addresses, tokens, only, runs, say: console.log }
    const results = await measureStarts(browser, starts)
    if (only !== undefined) return { results }
    const visit = { url: addresses.url, token: tokens.get('employee') ?? '' }
    console.log('Opening messages and the search...')
    const openings = await measureOpenings(browser, visit, runs)
    console.log('Painting 3,000 threats, and opening 200 screens and 50 dialogs...')
    const threats = await measureThreats(browser, { ...visit, url: addresses.direct }, runs)
    const admin = { url: addresses.url, token: tokens.get('admin') ?? '' }
    const growth = await measureGrowth(browser, admin, 3)
    return { results, visits: { openings, threats, growth } }
  })
  const { results, visits } = demo
  const fill = (databaseFile: string) => fillLarge(databaseFile, Number(values.rows))
  const large =
    only === undefined
      ? await onServer(certificate, fill, [], (addresses, tokens) =>
          measureLarge(browser, { ...addresses, tokens, rounds: runs, say: console.log }),
        )
      : undefined
  const bars = [...barsOfStarts(results), ...(visits && large ? barsOfUse(large, visits) : [])]
  const tables = [
    ...comparisons(results),
    ...(visits && large ? [openingsTable(visits.openings), largeLists(large)] : []),
    barsTable(bars),
  ]
  console.log(`\n${tables.join('\n\n')}\n`)
  console.log(`${summary(bars)} ${conditions(browser)}, ${seconds(startedMs)}.`)
  if (values.json !== undefined) {
    writeFileSync(values.json, `${JSON.stringify({ bars, results, ...visits, large }, null, 2)}\n`)
  }
  process.exitCode = exitCodeOf(bars)
} finally {
  await browser.close()
}

/** The built site and the real server behind HTTP/2, with a database of its own. */
async function onServer<Tokens, Result>(
  certificate: Certificate,
  fill: (databaseFile: string) => Promise<Tokens>,
  options: readonly string[],
  use: (addresses: Addresses, tokens: Tokens) => Promise<Result>,
): Promise<Result> {
  const filled = Promise.withResolvers<Tokens>()
  await using site = await serveSite(async (directory, databaseFile) => {
    await addFloors(directory)
    filled.resolve(await fill(databaseFile))
  }, options)
  await using front = await serveHttp2(site.url, certificate)
  return await use({ url: front.url, direct: site.url }, await filled.promise)
}

function conditions(used: Browser): string {
  return `Chromium ${used.version()}, slow 4G and a processor four times slower for starts, the same processor for typing, HTTP/2 from this machine, medians of ${values.runs}`
}
