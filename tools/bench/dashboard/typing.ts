import type { Browser, Page } from '@playwright/test'
import { cpuSlowdown, newVisitor, slowProcessor } from '../../../tests/support/browser/phone.ts'
import { median } from '../../../tests/support/server/statistics.ts'

export interface SearchedList {
  readonly url: string
  readonly token: string
  /** The search field's and the list's names. */
  readonly field: string
  readonly list: string
  /** The texts of the search, one for each row. */
  readonly texts: readonly string[]
}

/** Each letter leaves fewer rows, so that the painted answer is another one every time. */
const word = '4213'
const lengths = [...word].map((_, index) => index)
/** The text after each key, there and back. */
const steps = [
  ...lengths.map((at) => [word.slice(0, at + 1), word.charAt(at)] as const),
  ...lengths.toReversed().map((at) => [word.slice(0, at), 'Backspace'] as const),
]

/** From a key press to the frame that shows how many rows are found, and a row of them. */
export async function measureTyping(browser: Browser, searched: SearchedList, rounds: number) {
  const context = await newVisitor(browser, searched.url, searched.token)
  const page = await context.newPage()
  await page.goto(searched.url)
  const field = page.getByRole('searchbox', { name: searched.field })
  await field.click()
  await timeKey(page, searched, '', () => Promise.resolve())
  await slowProcessor(page, cpuSlowdown)
  const measured: number[][] = []
  for (let round = 0; round < rounds; round += 1) {
    const times: number[] = []
    for (const [typed, key] of steps) {
      times.push(await timeKey(page, searched, typed, () => page.keyboard.press(key)))
    }
    measured.push(times)
  }
  await context.close()
  const medians = steps.map((_, at) => median(measured.map((times) => times[at] ?? Number.NaN)))
  return {
    /** The slowest key of the word or of taking it back, by the medians of its rounds. */
    keyMs: Math.max(...medians),
    /** The slowest key of each round. */
    roundsMs: measured.map((times) => Math.max(...times)),
  }
}

async function timeKey(
  page: Page,
  { list, texts }: SearchedList,
  typed: string,
  press: () => Promise<void>,
): Promise<number> {
  const expected = texts.filter((text) => text.includes(typed)).length
  const timing = await page.evaluateHandle(
    ({ name, count }) => {
      const selector = `[aria-label="${name}"]`
      const shown = () => {
        const rows = document.querySelector(selector)
        const found =
          rows?.getAttribute('aria-rowcount') ??
          rows?.getAttribute('data-total') ??
          rows?.children.length
        // A row of column headers is counted as a row.
        const heads = rows?.querySelector('[role=columnheader]') ? 1 : 0
        // On a phone the headers are there and not shown.
        const drawn = [...(rows?.querySelectorAll('li, [role=row]') ?? [])].at(-1)
        return Number(found) - heads === count && drawn?.checkVisibility() === true
      }
      const painted = new Promise<number>((resolve) => {
        let pressedMs = performance.now()
        addEventListener(
          'keydown',
          ({ timeStamp }) => {
            pressedMs = timeStamp
          },
          { capture: true, once: true },
        )
        const look = () => {
          // A task that is asked for in a frame runs when that frame is painted.
          if (shown()) setTimeout(() => resolve(performance.now() - pressedMs))
          else requestAnimationFrame(look)
        }
        requestAnimationFrame(look)
      })
      return { painted }
    },
    { name: list, count: expected },
  )
  await press()
  return timing.evaluate(({ painted }) => painted)
}
