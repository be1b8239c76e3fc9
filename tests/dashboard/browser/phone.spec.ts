import type { Locator, Page } from '@playwright/test'
import { findViolations } from '../../support/browser/axe.ts'
import { expect, test } from '../../support/browser/browser.ts'
import { openWhole } from '../../support/browser/first-calls.ts'
import { findOverlaps } from '../../support/browser/fit.ts'
import { answerLoads } from '../../support/worlds/dashboard-answers.ts'

async function boxOf(part: Locator) {
  const box = await part.boundingBox()
  if (box === null) throw new Error('the element is not visible')
  return box
}

const menuOf = (page: Page) => page.getByRole('button', { name: 'Menu', exact: true })

test('on phone and tablet the header is one line with logo, initial, name and role, two at 320 px, and its menu contains the links and Logout, by keyboard too', {
  tag: ['@R097', '@R098', '@R099', '@R102', '@R103', '@R105', '@R106', '@R107', '@R108'],
}, async ({ page, users }) => {
  await users.signIn(page, await users.make({ role: 'super_admin', full_name: 'Yara Khalil' }))
  await openWhole(page, '/dashboard/employee')
  const header = page.getByRole('banner')
  for (const width of [320, 360, 768]) {
    await test.step(`at ${width} px`, async () => {
      await page.setViewportSize({ width, height: 740 })
      for (const text of ['Aman', 'Y', 'Yara Khalil', 'Super Admin']) {
        await expect(header.getByText(text, { exact: true })).toBeInViewport({ ratio: 1 })
      }
      // There is no room for the search beside the name.
      expect((await boxOf(header)).height).toBeLessThanOrEqual(width === 320 ? 112 : 64)
      await expect(header.getByRole('link', { name: 'Team Dashboard' })).toBeHidden()
      await expect(header.getByRole('button', { name: 'Logout' })).toBeHidden()
    })
  }
  await test.step('the menu contains the links and Logout', async () => {
    await page.setViewportSize({ width: 360, height: 740 })
    await menuOf(page).focus()
    await page.keyboard.press('Enter')
    const logout = header.getByRole('button', { name: 'Logout', exact: true })
    await expect(logout).toBeInViewport({ ratio: 1 })
    const home = header.getByRole('link', { name: 'Home', exact: true })
    const box = await boxOf(home)
    expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44)
    expect(await findViolations(page)).toEqual([])
    await page.keyboard.press('Tab')
    await expect(home).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(home).toBeHidden()
    await expect(menuOf(page)).toBeFocused()

    await page.keyboard.press('Space')
    await header.getByRole('link', { name: 'Admin Dashboard' }).press('Enter')
    await expect(page).toHaveURL('/dashboard/admin')
    await expect(logout).toBeHidden()
    await expect(menuOf(page)).toBeFocused()
    await menuOf(page).click()
    // A link to the open page closes it, too.
    await header.getByRole('link', { name: 'Admin Dashboard' }).click()
    await expect(logout).toBeHidden()
    await menuOf(page).click()
    await logout.click()
    await expect(page).toHaveURL('/login')
  })
  await test.step('the header has the search and the name at any width, in the order of the keyboard', async () => {
    await users.signIn(page, await users.make({ role: 'super_admin' }))
    await page.goto('/dashboard/account')
    const header = page.getByRole('banner')
    await expect(header.locator('[hreflang]')).toBeAttached()
    for (const [width, percent] of [
      [1280, 100],
      [1024, 100],
      [390, 100],
      [390, 200],
      [320, 100],
    ] as const) {
      await page.setViewportSize({ width, height: 800 })
      await page.evaluate((size) => {
        document.documentElement.style.fontSize = `${size}%`
      }, percent)
      const at = `${width} px, ${percent} %`
      await expect(header.getByRole('button', { name: 'Search' }), at).toBeVisible()
      expect(await findOverlaps(page, 'header'), at).toEqual([])
      await header.getByRole('link', { name: 'Aman' }).focus()
      const boxes: { top: number; left: number; bottom: number }[] = []
      for (;;) {
        const box = await page.evaluate(() => {
          const focused = document.activeElement
          const { top, left, bottom } = focused?.getBoundingClientRect() ?? new DOMRect()
          return focused?.closest('header') ? { top, left, bottom } : undefined
        })
        if (box === undefined) break
        boxes.push(box)
        await page.keyboard.press('Tab')
      }
      expect(boxes.length, at).toBe(width >= 1024 ? 9 : 4)
      const read = boxes.toSorted((one, other) =>
        one.top >= other.bottom || other.top >= one.bottom
          ? one.top - other.top
          : one.left - other.left,
      )
      expect(boxes, at).toEqual(read)
    }
  })
})

test('a menu that was opened before the scripts arrived stays open, and keeps the focus', async ({
  page,
  users,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await users.signIn(page, await users.make({ role: 'team_lead' }))
  const scripts = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await scripts.promise
    await route.continue()
  })
  await page.goto('/dashboard/team', { waitUntil: 'commit' })
  await menuOf(page).focus()
  await page.keyboard.press('Enter')
  const home = page.getByRole('link', { name: 'Home', exact: true })
  await page.keyboard.press('Tab')
  await expect(home).toBeFocused()

  scripts.resolve()
  // It exists only in the content, and is visible only in an open menu.
  await expect(page.getByRole('button', { name: 'Logout', exact: true })).toBeVisible()
  await expect(home).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(home).toBeHidden()
  await expect(menuOf(page)).toBeFocused()
})

test('on a phone the tabs are one line, and at no width is text of the header or of a table drawn over another', async ({
  page,
  users,
}) => {
  await test.step('no text of the header or of a table is drawn over another, at any width', async () => {
    const admin = await users.make({ role: 'super_admin', full_name: 'Wilhelmina Mwamba-Richter' })
    await users.signIn(page, admin)
    await answerLoads(page, 'full')
    for (const tab of ['users', 'organizations']) {
      await page.goto(`/dashboard/admin?tab=${tab}`)
      await expect(page.getByRole('row').nth(2)).toBeVisible()
      for (const width of [320, 833, 991, 992, 1152]) {
        await page.setViewportSize({ width, height: 900 })
        expect(await findOverlaps(page, 'header, [role=row]'), `${tab} at ${width} px`).toEqual([])
      }
    }
  })
  await test.step('on a phone the tabs are one line that scrolls to the open tab', async () => {
    await page.setViewportSize({ width: 320, height: 740 })
    await users.signIn(page, await users.make({ role: 'super_admin' }))
    await answerLoads(page, 'full')
    await page.goto('/dashboard/admin?tab=flags')
    const tabs = page.getByRole('tab')
    await expect(page.getByRole('tab', { name: 'Flags Management' })).toBeInViewport({ ratio: 1 })
    const boxes = await Promise.all((await tabs.all()).map(boxOf))
    expect(new Set(boxes.map(({ y }) => y)).size).toBe(1)
    for (const { height } of boxes) expect(height).toBeLessThanOrEqual(48)
    await page.getByRole('tab', { name: 'Flags Management' }).press('Home')
    await expect(page.getByRole('tab', { name: 'System Overview' })).toBeInViewport({ ratio: 1 })
  })
})

test('the first threat of an employee is near on a phone, wide windows have one grid, and the longest name can be read in full', {
  tag: ['@R099'],
}, async ({ page, users }) => {
  await answerLoads(page, 'full')
  await test.step('on a phone the first threat starts on the first screen or just below', async () => {
    await users.signIn(page, await users.make())
    await openWhole(page, '/dashboard/employee')
    const first = page.getByRole('region', { name: 'Recent threats' }).locator('li').first()
    for (const [width, most] of [
      [320, 850],
      [360, 800],
    ] as const) {
      await page.setViewportSize({ width, height: 740 })
      expect((await boxOf(first)).y, `at ${width} px`).toBeLessThan(most)
    }
  })
  await test.step('in wide windows header, content and footer are aligned to one grid', async () => {
    for (const width of [1440, 2560]) {
      await page.setViewportSize({ width, height: 900 })
      const logo = await boxOf(page.getByRole('banner').getByRole('link', { name: 'Aman' }))
      const tabs = await boxOf(page.getByRole('tablist'))
      const footer = page.getByRole('contentinfo')
      const words = await boxOf(footer.getByText(/^Protecting/))
      for (const { x } of [logo, words]) expect(x).toBeCloseTo(tabs.x, 0)
      const logout = await boxOf(page.getByRole('banner').getByRole('button', { name: 'Logout' }))
      expect(logout.x + logout.width).toBeCloseTo(tabs.x + tabs.width, 0)
      const end = await footer.getByRole('link', { name: 'Privacy Policy' }).evaluate((link) => {
        const words = document.createRange()
        words.selectNodeContents(link)
        return words.getBoundingClientRect().right
      })
      expect(end).toBeCloseTo(tabs.x + tabs.width, 0)
    }
  })
  await test.step('the longest name that the server accepts can be read in full', async () => {
    const full_name = 'Wilhelmina-Mwamba '.repeat(7).slice(0, 120)
    await users.signIn(page, await users.make({ full_name }))
    await openWhole(page, '/dashboard/employee')
    const name = page.getByRole('banner').getByText(full_name.trim())
    for (const width of [320, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await expect(name).toBeVisible()
      const cut = await name.evaluate((it) => [
        it.scrollHeight - it.clientHeight,
        it.scrollWidth - it.clientWidth,
      ])
      expect(Math.max(...cut), `at ${width} px`).toBeLessThan(2)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    }
  })
})
