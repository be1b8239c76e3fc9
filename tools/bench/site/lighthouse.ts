import lighthouse from 'lighthouse'
import { launch } from '../../../tests/support/browser/phone.ts'
import { freePort } from '../../../tests/support/server/free-port.ts'
import { medians } from '../../../tests/support/server/statistics.ts'
import type { Page } from './site-under-test.ts'

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const

export interface LighthouseRun {
  readonly scores: Readonly<Record<(typeof categories)[number], number>>
  readonly metrics: Readonly<Record<'fcpMs' | 'lcpMs' | 'tbtMs' | 'cls', number>>
  /** Audits that cost a category points, and which elements those and the one on layout shifts name. */
  readonly culprits: readonly string[]
  readonly version: string
}

/** Lighthouse's details have a shape for each audit; the elements in them are alike. */
function elementsIn(details: unknown): string[] {
  if (typeof details !== 'object' || details === null) return []
  const selector = Reflect.get(details, 'selector')
  const inner = Object.values(details).flatMap(elementsIn)
  return typeof selector === 'string' ? [selector, ...inner] : inner
}

/** Medians of a page and of its floor, beside every single run. */
export interface Scored {
  readonly path: string
  readonly page: LighthouseRun
  readonly floor: LighthouseRun
  readonly floorRuns: readonly LighthouseRun[]
}

/** In turn, so that a machine that is busy for a while is so for all of them. */
export async function runInTurn(
  browserPath: string,
  url: string,
  pages: readonly Page[],
  runs: number,
): Promise<Scored[]> {
  const found = pages.map((page) => ({ ...page, pageRuns: [], floorRuns: [] }) as Running)
  for (let run = 1; run <= runs; run += 1) {
    for (const { path, floor, pageRuns, floorRuns } of found) {
      const one = await runLighthouse(browserPath, url + path)
      pageRuns.push(one)
      floorRuns.push(await runLighthouse(browserPath, url + floor))
      console.log(`  run ${run} ${path}: LCP ${Math.round(one.metrics.lcpMs)} ms`)
    }
  }
  return found.map(({ path, pageRuns, floorRuns }) => {
    return { path, page: medianRun(pageRuns), floor: medianRun(floorRuns), floorRuns }
  })
}

type Running = Page & { readonly pageRuns: LighthouseRun[]; readonly floorRuns: LighthouseRun[] }

/** One run of Lighthouse's mobile preset in a browser of its own. */
async function runLighthouse(executablePath: string, url: string): Promise<LighthouseRun> {
  for (let recording = 1; ; recording += 1) {
    try {
      return await record(executablePath, url)
    } catch (error) {
      // On a busy machine a browser's recording sometimes lacks its beginning; thrice is no accident.
      if (recording === 3) throw error
      console.log(`  ${String(error)} Recorded again.`)
    }
  }
}

async function record(executablePath: string, url: string): Promise<LighthouseRun> {
  const port = await freePort()
  const browser = await launch(executablePath, [`--remote-debugging-port=${port}`])
  try {
    const result = await lighthouse(url, {
      port,
      logLevel: 'error',
      onlyCategories: [...categories],
    })
    if (result === undefined) throw new Error(`Lighthouse says nothing of ${url}`)
    const { lhr } = result
    if (lhr.runtimeError !== undefined) throw new Error(`${url}: ${lhr.runtimeError.message}`)
    const score = (name: string) => Math.round((lhr.categories[name]?.score ?? 0) * 100)
    const metric = (id: string) => lhr.audits[id]?.numericValue ?? Number.NaN
    const refs = categories.flatMap((name) => lhr.categories[name]?.auditRefs ?? [])
    const failed = refs
      .filter(({ id, weight }) => weight > 0 && (lhr.audits[id]?.score ?? 1) < 0.9)
      .map(({ id }) => id)
    const culprits = [...failed, 'layout-shifts'].flatMap((id) =>
      elementsIn(lhr.audits[id]?.details).map((selector) => `${id}: ${selector}`),
    )
    return {
      scores: {
        performance: score('performance'),
        accessibility: score('accessibility'),
        'best-practices': score('best-practices'),
        seo: score('seo'),
      },
      metrics: {
        fcpMs: metric('first-contentful-paint'),
        lcpMs: metric('largest-contentful-paint'),
        tbtMs: metric('total-blocking-time'),
        cls: metric('cumulative-layout-shift'),
      },
      culprits: [...new Set([...failed, ...culprits])],
      version: lhr.lighthouseVersion,
    }
  } finally {
    await browser.close()
  }
}

function medianRun(runs: readonly LighthouseRun[]): LighthouseRun {
  return {
    ...medians(runs),
    culprits: [...new Set(runs.flatMap(({ culprits }) => culprits))],
  }
}
