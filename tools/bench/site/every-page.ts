import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { table } from '../../../tests/support/browser/table.ts'
import { median, spread } from '../../../tests/support/server/statistics.ts'
import type { Bar } from '../bar.ts'
import { floorOf } from './floor.ts'
import { type LighthouseRun, medianRun, runLighthouse } from './lighthouse.ts'
import { addFloor, type SiteUnderTest } from './site-under-test.ts'

export interface ListedPage {
  readonly path: string
  /** The path of the same text as a plain page. */
  readonly floor: string
}

export interface PageScores extends ListedPage {
  readonly runs: readonly LighthouseRun[]
  readonly floorRuns: readonly LighthouseRun[]
}

/** Every page that the sitemap lists, in each language. */
function listedPages(sitemap: string): ListedPage[] {
  const paths = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(
    ([, address = '']) => new URL(address).pathname,
  )
  if (paths.length === 0) throw new Error('the sitemap lists no page')
  return paths.map((path, index) => ({ path, floor: `/floor-page-${index}` }))
}

function pagesOf(directory: string): ListedPage[] {
  return listedPages(readFileSync(join(directory, 'sitemap.xml'), 'utf8'))
}

/** The text of each listed page as a plain page. */
export async function addFloors(directory: string): Promise<void> {
  for (const { path, floor } of pagesOf(directory)) {
    const html = readFileSync(join(directory, path, 'index.html'), 'utf8')
    await addFloor(directory, floor, floorOf(html))
  }
}

/** Page and floor in turn, so that a machine that is busy for a while is so for both. */
export async function measurePages(
  site: SiteUnderTest,
  browserPath: string,
  runs: number,
): Promise<PageScores[]> {
  const measured: PageScores[] = []
  for (const page of pagesOf(site.directory)) {
    const own: LighthouseRun[] = []
    const floor: LighthouseRun[] = []
    for (let run = 0; run < runs; run += 1) {
      own.push(await runLighthouse(browserPath, site.url + page.path))
      floor.push(await runLighthouse(browserPath, site.url + page.floor))
    }
    measured.push({ ...page, runs: own, floorRuns: floor })
    console.log(`  ${page.path}: ${Object.values(medianRun(own).scores).join(' ')}`)
  }
  return measured
}

/** A multiple of the plain page's time, for each page, an article too. */
const lcpLimit = 1.1

const lcpOf = (runs: readonly LighthouseRun[]) => runs.map(({ metrics }) => metrics.lcpMs)
const performanceOf = (runs: readonly LighthouseRun[]) => runs.map((run) => run.scores.performance)

/** 100 for what does not depend on the machine, and no slower than the plain page. */
export function barsOfPages(pages: readonly PageScores[]): Bar[] {
  return pages.flatMap(({ path, runs, floorRuns }): Bar[] => {
    const { scores } = medianRun(runs)
    return [
      ...(['accessibility', 'best-practices', 'seo'] as const).map((name): Bar => {
        return { name: `${path} ${name}`, value: scores[name], limit: 100, isAtLeast: true }
      }),
      {
        name: `${path} performance, at least the floor's`,
        value: scores.performance,
        limit: median(performanceOf(floorRuns)),
        isAtLeast: true,
        floorSpread: spread(performanceOf(floorRuns)),
      },
      {
        name: `${path} LCP, times the floor`,
        value: median(lcpOf(runs)) / median(lcpOf(floorRuns)),
        limit: lcpLimit,
        floorSpread: spread(lcpOf(floorRuns)),
      },
    ]
  })
}

/** Audits that cost points, and the elements that they name. */
export function lostPoints(pages: readonly PageScores[]): string {
  const rows = pages.flatMap(({ path, runs }) =>
    medianRun(runs).culprits.map((culprit) => [path, culprit]),
  )
  return rows.length === 0
    ? 'No audit cost points.'
    : table([['page', 'audit and element'], ...rows])
}
