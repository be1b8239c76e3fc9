import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { launch, prepareSite } from '../../../tests/support/browser/phone.ts'
import { makeCertificate } from '../../../tests/support/server/certificate.ts'
import { seconds, stopChildrenWithUs } from '../../scripts/run-command.ts'
import { conclude } from '../bar.ts'
import { serveSite } from '../site/site-under-test.ts'
import { fillDemo, fillLarge } from './data.ts'
import { addFloors } from './floor/build.ts'
import { serveHttp2 } from './http2.ts'
import { type Addresses, measureStarts, measureTypings, measureUserList } from './measure.ts'
import { measureGrowth } from './memory.ts'
import { barsOf, tablesOf } from './report.ts'

/*
 * npm run bench:dashboard -- [--runs 5] [--rows 10000] [--users 100000] [--json file]:
 * starts each dashboard in three ways beside its floor on a slow phone, looks for memory that is kept,
 * types in long lists, and scrolls a longer one.
 * With --starts team it only starts that dashboard; with --only lists it only scrolls.
 */

stopChildrenWithUs()
const { values } = parseArgs({
  options: {
    json: { type: 'string' },
    runs: { type: 'string', default: '5' },
    rows: { type: 'string', default: '10000' },
    users: { type: 'string', default: '100000' },
    starts: { type: 'string' },
    only: { type: 'string' },
  },
})
const { starts, only } = values
const isWhole = starts === undefined && only === undefined
const runs = Number(values.runs)
const startedMs = performance.now()
const browserPath = await prepareSite()
const certificate = await makeCertificate()
const browser = await launch(browserPath, [
  `--ignore-certificate-errors-spki-list=${certificate.fingerprint}`,
])
try {
  const measured = {
    ...(only !== 'lists' && (await onServer(fillDemo, ['--demo'], useDemo))),
    ...(isWhole && {
      typing: await onServer(
        (file) => fillLarge(file, Number(values.rows), Number(values.rows)),
        [],
        (addresses, tokens) => measureTypings(browser, addresses, tokens, runs),
      ),
    }),
    ...((isWhole || only === 'lists') && {
      scrolling: await onServer(
        (file) => fillLarge(file, Number(values.users), 1),
        [],
        (addresses, { admin }) => measureUserList(browser, addresses, admin, runs),
      ),
    }),
  }
  const bars = barsOf(measured)
  const conditions = `Chromium ${browser.version()}, slow 4G and a processor four times slower for starts, the same processor for typing, HTTP/2 from this machine, medians of ${runs}`
  conclude(tablesOf(measured), bars, `${conditions}, ${seconds(startedMs)}.`)
  if (values.json !== undefined) {
    writeFileSync(values.json, `${JSON.stringify({ bars, ...measured }, null, 2)}\n`)
  }
} finally {
  await browser.close()
}

async function useDemo(addresses: Addresses, tokens: ReadonlyMap<string, string>) {
  console.log(`Starting each dashboard and its floors in turn, ${runs} times...`)
  const results = await measureStarts(browser, addresses, tokens, { runs, only: starts })
  if (!isWhole) return { results }
  console.log('Opening 200 screens and 50 dialogs...')
  const growthBytes = await measureGrowth(browser, addresses.url, tokens.get('admin') ?? '')
  return { results, growthBytes }
}

/** The built site and the real server behind HTTP/2, with a database of its own. */
async function onServer<Tokens, Result>(
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
