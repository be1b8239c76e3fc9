import type { Page } from '@playwright/test'

/** What browsers tell of a line, as `navigator.connection`; undefined as in Firefox and Safari. */
const lines = {
  quick: { saveData: false, effectiveType: '4g' },
  metered: { saveData: true, effectiveType: '4g' },
  cellular: { saveData: false, effectiveType: '4g', type: 'cellular' },
  slow: { saveData: false, effectiveType: '3g' },
  untold: undefined,
}

/** Before the page is opened. */
export async function setLine(page: Page, line: keyof typeof lines): Promise<void> {
  await page.addInitScript((value) => {
    Object.defineProperty(navigator, 'connection', { value })
  }, lines[line])
}

/** The mails at the top of the front page. */
export function judgedIn(page: Page) {
  const part = page.locator('.judge')
  return {
    part,
    level: part.locator('.try-level'),
    judged: part.locator('.judged'),
    reasons: part.locator('li'),
    note: part.locator('.judge-note p'),
    chosen: part.locator('[aria-pressed=true]'),
  }
}

/** The part of the front page where visitors try the judge, in either language, and the samples above it. */
export function tried(page: Page) {
  const part = page.locator('.try')
  return {
    part,
    /** In the order of the page: phishing, fraud, honest. */
    samples: page.locator('.judge form button'),
    text: part.getByRole('textbox'),
    check: part.getByRole('button', { name: /^(?:Check the text|فحص النص)$/ }),
    file: part.locator('[type=file]'),
    problem: part.getByRole('alert'),
    verdict: part.getByRole('heading', { level: 3 }).first(),
    reasons: part.locator('.try-verdict'),
    mail: part.locator('.try-mail'),
  }
}

/** The longest task since it began, in milliseconds. */
export async function watchTasks(page: Page) {
  await page.evaluate(() => {
    const tasks: number[] = []
    Reflect.set(window, 'longTasks', tasks)
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) tasks.push(duration)
    }).observe({ type: 'longtask' })
  })
  return () => page.evaluate(() => Math.max(0, ...Reflect.get(window, 'longTasks')))
}
