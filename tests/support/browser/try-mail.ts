import type { Page } from '@playwright/test'

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
