import type { Page } from '@playwright/test'
import { expect } from '../arabic/page.ts'
import { provesOnce } from '../suite.ts'
import { findViolations } from './axe.ts'
import { expectLargeTextFits } from './fit.ts'

const looks = [
  [320, 'dark'],
  [1440, 'light'],
] as const

/**
 * What is open has no violations and is not wider than its window, on a phone in dark and on a desktop
 * in light, which `npm run test:all` looks at, and keeps within them with large text.
 */
export async function expectEveryLook(page: Page): Promise<void> {
  for (const [width, colorScheme] of provesOnce ? looks.slice(0, 1) : looks) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme })
    const look = `${width} px in ${colorScheme}`
    expect(await findViolations(page), look).toEqual([])
    const beyond = await page.evaluate(() =>
      [document.documentElement, ...document.querySelectorAll('dialog[open]')].map(
        ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
      ),
    )
    expect(Math.max(...beyond), `pixels beyond ${look}`).toBe(0)
  }
  // A journey goes on with this window.
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.emulateMedia({ colorScheme: 'light' })
  await expectLargeTextFits(page)
}
