import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import { inlineScripts } from '../../../hosting/page.ts'
import { launch } from '../../../tests/support/browser/phone.ts'
import { floorFormPath } from './form-floor.ts'
import { type LighthouseRun, medianRun, runLighthouse } from './lighthouse.ts'
import { type MeasuredPage, pages, type SiteUnderTest } from './site-under-test.ts'
import { timeTouch, touches } from './touch.ts'
import { type Visit, visit } from './traffic.ts'

interface Measured {
  readonly visit: Visit
  readonly lighthouse: LighthouseRun
  /** Every single run, for those who want to see how far they lie apart. */
  readonly runs: readonly LighthouseRun[]
}

export interface PageResult extends Measured {
  readonly path: string
  readonly floor: Measured
  /** As text, before compression; they travel inside the HTML. */
  readonly inlineScriptBytes: number
}

/**
 * Milliseconds of every single touch. `floorQuestion` is the same tap on a page without style and
 * script, which is what the browser itself takes; `floorForm` fetches the same bytes and shows an
 * alert, which is what the network alone takes.
 */
export type TouchTimes = Readonly<
  Record<'question' | 'floorQuestion' | 'form' | 'floorForm', readonly number[]>
>

/** A few frames vary more than bytes on a line do. */
const questionRuns = 20
const formRuns = 5

export interface Measurer {
  readonly site: SiteUnderTest
  readonly browserPath: string
  readonly runs: number
  readonly say: (line: string) => void
}

export interface SiteFigures {
  readonly landing: PageResult
  readonly policy: PageResult
  /** The front page in Arabic. */
  readonly arabic: PageResult
  readonly touches: TouchTimes
}

export async function measure(measurer: Measurer): Promise<SiteFigures> {
  const { site, browserPath, runs, say } = measurer
  const browser = await launch(browserPath)
  try {
    say('Counting bytes and requests...')
    const [landing, policy, arabic] = pages
    const visits = new Map<string, Visit>()
    for (const path of pages.flatMap((page) => [page.path, page.floor])) {
      visits.set(path, await visit(browser, site.url + path))
    }
    say('Timing touches on slow 4G with a slow processor...')
    const touchTimes = await timeTouches(browser, site.url)
    say(`Lighthouse, ${runs} runs of each page and its floor in turn...`)
    const found = await lighthouseInterleaved(measurer)
    const result = (page: MeasuredPage): PageResult => {
      const measured = (path: string): Measured => ({
        visit: known(visits, path),
        lighthouse: medianRun(known(found, path)),
        runs: known(found, path),
      })
      const html = readFileSync(join(site.directory, page.file), 'utf8')
      const inlineScriptBytes = Buffer.byteLength(inlineScripts(html).join(''))
      return {
        path: page.path,
        ...measured(page.path),
        floor: measured(page.floor),
        inlineScriptBytes,
      }
    }
    return {
      landing: result(landing),
      policy: result(policy),
      arabic: result(arabic),
      touches: touchTimes,
    }
  } finally {
    await browser.close()
  }
}

/** In turn, so that a machine that is busy for a while is so for all of them. */
async function timeTouches(browser: Browser, url: string): Promise<TouchTimes> {
  const [{ path, floor }] = pages
  const question: number[] = []
  const floorQuestion: number[] = []
  const form: number[] = []
  const floorForm: number[] = []
  for (let run = 0; run < questionRuns; run += 1) {
    question.push(await timeTouch(browser, url + path, touches.question))
    floorQuestion.push(await timeTouch(browser, url + floor, touches.question))
  }
  for (let run = 0; run < formRuns; run += 1) {
    form.push(await timeTouch(browser, url + path, touches.form))
    floorForm.push(await timeTouch(browser, url + floorFormPath, touches.form))
  }
  return { question, floorQuestion, form, floorForm }
}

/** In turn, so that a machine that is busy for a while is so for all of them. */
async function lighthouseInterleaved({ site, browserPath, runs, say }: Measurer) {
  const found = new Map<string, LighthouseRun[]>()
  for (let run = 1; run <= runs; run += 1) {
    for (const path of pages.flatMap((page) => [page.path, page.floor])) {
      const measure = () => runLighthouse(browserPath, site.url + path)
      const result = await measure().catch((error: unknown) => {
        // On a busy machine a browser's trace sometimes lacks its beginning; twice is no accident.
        say(`  run ${run} ${path}: once more, for ${String(error)}`)
        return measure()
      })
      found.set(path, [...(found.get(path) ?? []), result])
      say(`  run ${run} ${path}: LCP ${Math.round(result.metrics.lcpMs)} ms`)
    }
  }
  return found
}

function known<Value>(values: ReadonlyMap<string, Value>, path: string): Value {
  const value = values.get(path)
  if (value === undefined) throw new Error(`${path} was not measured`)
  return value
}
