import { prepareSite } from '../../../tests/support/browser/phone.ts'
import { seconds } from '../../scripts/run-command.ts'
import { barsTable, exitCodeOf, summary } from '../bar.ts'
import { addFloors, barsOfPages, lostPoints, measurePages } from './every-page.ts'
import { serveSite } from './site-under-test.ts'

/** `bench:site -- --lighthouse`: every page of the sitemap beside its plain page. */
export async function runEveryPage(runs: number): Promise<void> {
  const startedMs = performance.now()
  const browserPath = await prepareSite()
  await using site = await serveSite(addFloors)
  const pages = await measurePages(site, browserPath, runs)
  const bars = barsOfPages(pages)
  console.log(`\n${barsTable(bars)}\n\n${lostPoints(pages)}\n`)
  console.log(`${summary(bars)} Lighthouse, mobile, medians of ${runs}, ${seconds(startedMs)}.`)
  process.exitCode = exitCodeOf(bars)
}
