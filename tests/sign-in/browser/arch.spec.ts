import { expect, test } from '../../support/browser/browser.ts'

const paths = ['/login', '/set-password', '/ar/login', '/ar/set-password']

test('sign-in and set-password stand in the arch, whose point is above the logo', async ({
  page,
}) => {
  for (const path of paths) {
    await page.goto(path)
    const card = page.getByRole('main').locator('form')
    await expect(card).toBeVisible()
    for (const [width, height] of [
      [320, 568],
      [1280, 900],
      [1280, 400],
    ] as const) {
      await page.setViewportSize({ width, height })
      const [arch, logo, form, window] = await page.evaluate(() => {
        const boxOf = (selector: string) => {
          const box = document.querySelector(selector)?.getBoundingClientRect()
          return {
            top: box?.top ?? 0,
            bottom: box?.bottom ?? 0,
            left: box?.left ?? 0,
            right: box?.right ?? 0,
          }
        }
        const { scrollWidth } = document.documentElement
        // Until the code has come, a hidden header of the dashboards has a logo, too.
        return [boxOf('main > .arch'), boxOf('main .logo'), boxOf('main form'), { scrollWidth }]
      })
      const at = `${path} at ${width} x ${height}`
      expect(arch.top, at).toBeLessThan(logo.top)
      expect(arch.left, at).toBeLessThanOrEqual(form.left)
      expect(arch.right, at).toBeGreaterThanOrEqual(form.right)
      expect(Math.abs(arch.bottom - height), at).toBeLessThan(2)
      expect(window.scrollWidth, at).toBe(width)
    }
  }
})

test('the arch is behind all else, has a colour of its own, and gives way to forced colours', async ({
  page,
}) => {
  await page.goto('/login')
  const arch = page.locator('main > .arch')
  await expect(arch).toHaveAttribute('aria-hidden', 'true')
  const [fill, ground] = await arch.evaluate((drawing) => [
    getComputedStyle(drawing).fill,
    getComputedStyle(document.documentElement).backgroundColor,
  ])
  expect(fill).not.toBe(ground)
  // A press beside the form still lands on what is over the arch.
  await page.getByText('Access is restricted to authorized Aman owners only.').click()
  await page.getByRole('link', { name: 'Aman' }).click({ trial: true })
  await page.emulateMedia({ forcedColors: 'active' })
  await expect(arch).toBeHidden()
})
