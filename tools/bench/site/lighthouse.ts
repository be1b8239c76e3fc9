import lighthouse from 'lighthouse'
import { launch } from '../../../tests/support/browser/phone.ts'
import { freePort } from '../../../tests/support/server/free-port.ts'
import { medians } from '../../../tests/support/server/statistics.ts'
import type { Page } from './site-under-test.ts'

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const

type LighthouseRun = Awaited<ReturnType<typeof record>>

export type Scored = Awaited<ReturnType<typeof runInTurn>>[number]

/** In turn, so that a machine that is busy for a while is so for all of them. */
export async function runInTurn(
  browserPath: string,
  url: string,
  pages: readonly Page[],
  runs: number,
) {
  const none: readonly LighthouseRun[] = []
  const found = pages.map((page) => ({ ...page, pageRuns: [...none], floorRuns: [...none] }))
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

async function record(executablePath: string, url: string) {
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
    /** Audits that cost a category points. */
    const culprits = refs
      .filter(({ id, weight }) => weight > 0 && (lhr.audits[id]?.score ?? 1) < 0.9)
      .map(({ id }) => id)
    return {
      scores: {
        performance: score('performance'),
        accessibility: score('accessibility'),
        'best-practices': score('best-practices'),
        seo: score('seo'),
      },
      metrics: {
        lcpMs: metric('largest-contentful-paint'),
        tbtMs: metric('total-blocking-time'),
        cls: metric('cumulative-layout-shift'),
      },
      culprits,
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
