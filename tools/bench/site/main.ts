import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { inlineScripts } from '../../../hosting/page.ts'
import { launch, prepareSite } from '../../../tests/support/browser/phone.ts'
import { table } from '../../../tests/support/browser/table.ts'
import { seconds, stopChildrenWithUs } from '../../scripts/run-command.ts'
import { conclude, number } from '../bar.ts'
import { barsOf, barsOfScores } from './bars.ts'
import { formFloorOf } from './floor.ts'
import { runInTurn, type Scored } from './lighthouse.ts'
import { addFloor, addPlainPages, type Page, serveSite } from './site-under-test.ts'
import { floorFormPath, measureTouches } from './touch.ts'
import { type Visited, visit } from './traffic.ts'

/*
 * npm run bench:site -- [--runs 5]: the front page in both languages and the policy beside
 * plain pages of the same text: bytes, requests, touches and Lighthouse. With --lighthouse it runs only that,
 * over every page that the sitemap lists, in each language.
 */

stopChildrenWithUs()
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    lighthouse: { type: 'boolean', default: false },
  },
})
const runs = Number(values.runs)
const startedMs = performance.now()
const browserPath = await prepareSite()
let pages: readonly Page[] = [
  { path: '/', floor: '/floor' },
  { path: '/privacy-policy', floor: '/floor-privacy-policy' },
  { path: '/ar/', floor: '/floor-ar' },
]
await using site = await serveSite(async (directory) => {
  if (values.lighthouse) pages = listedPages(readFileSync(join(directory, 'sitemap.xml'), 'utf8'))
  await addPlainPages(directory, pages)
  await addFloor(directory, floorFormPath, formFloorOf(join(directory, 'index.html')))
})
const measured = values.lighthouse ? undefined : await measureBytes()
console.log(`Lighthouse, ${runs} runs of each page and its floor in turn...`)
const scored = await runInTurn(browserPath, site.url, pages, runs)
const bars = measured ? barsOf({ ...measured, scored }) : barsOfScores(scored)
conclude(
  [comparison(scored), culprits(scored)],
  bars,
  `Lighthouse ${scored[0]?.page.version}, mobile, medians of ${runs}, HTTP/1.1 from this machine, ${seconds(startedMs)}.`,
)

function listedPages(sitemap: string): Page[] {
  const paths = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(
    ([, address = '']) => new URL(address).pathname,
  )
  if (paths.length === 0) throw new Error('the sitemap lists no page')
  return paths.map((path, index) => ({ path, floor: `/floor-page-${index}` }))
}

async function measureBytes() {
  const browser = await launch(browserPath)
  try {
    console.log('Counting bytes and requests...')
    const visited: Record<string, Visited> = {}
    for (const { path } of pages) {
      const html = readFileSync(join(site.directory, path, 'index.html'), 'utf8')
      visited[path] = {
        page: await visit(browser, site.url + path),
        inlineScriptBytes: Buffer.byteLength(inlineScripts(html).join('')),
      }
    }
    console.log('Timing touches on slow 4G with a slow processor...')
    return { visited, touches: await measureTouches(browser, site.url) }
  } finally {
    await browser.close()
  }
}

function comparison(scored: readonly Scored[]): string {
  const columns = scored.flatMap(({ path, page, floor }) => [
    { name: path, run: page },
    { name: 'floor', run: floor },
  ])
  const row = (name: string, cell: (column: (typeof columns)[number]) => string) => [
    name,
    ...columns.map(cell),
  ]
  return table([
    row('', ({ name }) => name),
    ...(['performance', 'accessibility', 'best-practices', 'seo'] as const).map((name) =>
      row(`Lighthouse ${name}`, ({ run }) => `${run.scores[name]}`),
    ),
    row('LCP, ms', ({ run }) => number(Math.round(run.metrics.lcpMs))),
    row('TBT, ms', ({ run }) => number(Math.round(run.metrics.tbtMs))),
    row('CLS', ({ run }) => number(run.metrics.cls)),
  ])
}

/** Where to look when a bar does not hold. */
function culprits(scored: readonly Scored[]): string {
  const lines = scored.flatMap(({ path, page }) => page.culprits.map((line) => `${path} ${line}`))
  return lines.length === 0 ? 'No audit cost points.' : lines.join('\n')
}
