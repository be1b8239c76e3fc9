import { findViolations } from '../../support/browser/axe.ts'
import { expect, test } from '../../support/browser/browser.ts'
import { tried } from '../../support/browser/front-page.ts'
import { provesOnce } from '../../support/suite.ts'

const looks = [
  [320, 'light'],
  [1440, 'dark'],
] as const

test('each state of the tried mail is accessible, fits at 320 px, and is seen in forced colours and by keyboard', async ({
  page,
}) => {
  for (const [at, path] of ['/', '/ar/'].entries()) {
    await page.goto(path)
    const { check, text, problem, verdict, mail } = tried(page)
    const states = {
      empty: () => expect(check).toBeVisible(),
      refused: async () => {
        await check.click()
        await expect(problem).toBeVisible()
      },
      suspicious: async () => {
        await text.fill('Buy five gift cards and send me the codes, and tell no one.')
        await check.click()
        await expect(verdict).toBeFocused()
      },
      safe: async () => {
        await text.fill('See you on Tuesday.')
        await check.click()
        await expect(mail).toContainText('See you on Tuesday')
      },
      'a long word': async () => {
        await text.fill(`Confirm your password https://${'long-'.repeat(100)}.example/`)
        await check.click()
        await expect(mail).toContainText('long-long-')
      },
    }
    for (const [state, enter] of Object.entries(states)) {
      // The elements are the same in every language.
      if (provesOnce && at > 0 && !['suspicious', 'a long word'].includes(state)) continue
      await enter()
      for (const [width, colorScheme] of provesOnce ? looks.slice(at, at + 1) : looks) {
        await page.setViewportSize({ width, height: 900 })
        await page.emulateMedia({ colorScheme })
        expect(await findViolations(page), `${state} at ${width} px`).toEqual([])
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      }
    }
  }
  await test.step('the file is chosen by keyboard, with a ring around its button', async () => {
    await page.goto('/')
    const { check, file, part } = tried(page)
    await check.focus()
    await page.keyboard.press('Tab')
    await expect(file).toBeFocused()
    await expect(part.locator('.drop')).toHaveCSS('outline-style', 'solid')
  })
  await test.step('in forced colours, marks and numbers are still seen', async () => {
    await page.emulateMedia({ forcedColors: 'active' })
    await page.goto('/')
    const mail = page.locator('.judged')
    await expect(mail.locator('mark').first()).toHaveCSS('text-decoration-line', 'underline')
    await expect(mail.locator('.try-number').first()).toHaveCSS('border-top-style', 'solid')
  })
})

test('by keyboard alone: a text, its verdict, the way on and back', {
  tag: ['@firefox'],
}, async ({ page }) => {
  await page.goto('/')
  const { text, verdict, reasons } = tried(page)
  await text.focus()
  await page.keyboard.type('See you on Tuesday.')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(verdict).toBeFocused()
  // What could not be checked opens on the way.
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(reasons.getByRole('link')).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(text).toBeFocused()
})
