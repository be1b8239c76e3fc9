import type { Page } from '@playwright/test'
import { expect, test } from '../../support/browser/browser.ts'
import { answerLoads } from '../../support/worlds/dashboard-answers.ts'

/** The lowest contrast of each visible field's border with its inside and its surroundings. */
const borderContrasts = (page: Page) =>
  page.evaluate(() => {
    const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
    if (context === null) throw new Error('a browser can draw')
    const rgba = (color: string) => {
      context.clearRect(0, 0, 1, 1)
      context.fillStyle = color
      context.fillRect(0, 0, 1, 1)
      return [...context.getImageData(0, 0, 1, 1).data]
    }
    const luminance = (color: string) => {
      const [red = 0, green = 0, blue = 0] = rgba(color).map((part) =>
        part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
      )
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
    /** As WCAG counts it. */
    const contrastOf = (one: string, other: string) => {
      const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
      return (light + 0.05) / (dark + 0.05)
    }
    /** The colour that an element stands on. */
    const groundOf = (element: Element | null): string => {
      if (element === null) return getComputedStyle(document.documentElement).backgroundColor
      const { backgroundColor } = getComputedStyle(element)
      return rgba(backgroundColor)[3] === 255 ? backgroundColor : groundOf(element.parentElement)
    }
    return [...document.querySelectorAll('.field :is(input, select, textarea)')]
      .filter((field) => field.checkVisibility())
      .map((field) => {
        const border = getComputedStyle(field).borderTopColor
        return Math.min(
          contrastOf(border, groundOf(field)),
          contrastOf(border, groundOf(field.parentElement)),
        )
      })
  })

const press = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).first().click()

/** The screens with fields, the button that opens each form, and its required fields. */
const places: readonly (readonly [path: string, button: string | undefined, string[]])[] = [
  ['/', undefined, ['Business email', 'Company name']],
  ['/login', undefined, ['Username', 'Password']],
  ['/dashboard/employee?tab=flags', undefined, ['Email address or domain']],
  ['/dashboard/team?tab=tools', 'Request Support', ['Subject', 'Description']],
  ['/dashboard/team', 'Generate Team Report', ['What should it answer?']],
  [
    '/dashboard/admin?tab=users',
    'Add New User',
    ['Username', 'Email', 'Full name', 'Organization', 'Password'],
  ],
  [
    '/dashboard/admin?tab=organizations',
    'Add Organization',
    ['Organization name', 'Contact email'],
  ],
]

test('fields have visible borders, and required ones a mark', async ({ page, users }) => {
  const admin = await users.make({ role: 'super_admin' })
  let isSignedIn = false
  for (const [path, button, required] of places) {
    if (path.startsWith('/dashboard') && !isSignedIn) {
      await users.signIn(page, admin)
      await answerLoads(page, 'full')
      isSignedIn = true
    }
    await page.goto(path)
    if (button !== undefined) await press(page, button)
    const scope = button === undefined ? page.locator('body') : page.getByRole('dialog')
    for (const name of required) {
      // Exact, because the mark is not part of the name.
      const field = scope.getByLabel(name, { exact: true })
      await expect(field).toBeVisible()
      const mark = field.locator('xpath=ancestor::div[@class="field"]/p/span')
      await expect(mark).toHaveText('*')
      await expect(mark).toBeVisible()
      await expect(mark).toHaveAttribute('aria-hidden', 'true')
    }
    await expect(scope.locator('.field p > span[aria-hidden]')).toHaveCount(required.length)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      const contrasts = await borderContrasts(page)
      expect(contrasts.length).toBeGreaterThanOrEqual(required.length)
      expect(Math.min(...contrasts)).toBeGreaterThanOrEqual(3)
    }
  }
})
