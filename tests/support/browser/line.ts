import type { Page } from '@playwright/test'

/** What browsers tell of a line, as `navigator.connection`; undefined as in Firefox and Safari. */
export const lines = {
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
