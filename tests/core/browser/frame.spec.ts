import type { Page } from '@playwright/test'
import { expect, test } from '../../support/browser/browser.ts'
import { callsOf, ofAdmin, ofTeam, waitForContent } from '../../support/browser/first-calls.ts'

/** Holds the scripts and the session check until they are released: first figures need only the second. */
async function holdScripts(page: Page): Promise<() => void> {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  for (const address of ['**/assets/*.js', '**/api/auth/me']) {
    await page.route(address, async (route) => {
      await held
      await route.continue()
    })
  }
  return release
}

test('a dashboard requests its data and shows its frame before any script has arrived', {
  tag: ['@R042'],
}, async ({ page, users, console }) => {
  console.expect(/^403 GET /)
  for (const [role, path, calls] of [
    ['team_lead', '/dashboard/team', ofTeam],
    ['employee', '/dashboard/admin', ofAdmin],
    ['employee', '/dashboard', ['/api/auth/me']],
  ] as const) {
    await users.signIn(page, await users.make({ role }))
    const made = callsOf(page)
    const release = await holdScripts(page)
    await page.goto(path, { waitUntil: 'commit' })
    const header = page.getByRole('banner')
    await expect(header.getByText('Aman', { exact: true })).toBeVisible()
    // The links of every role, before the role is known.
    const links = header.getByRole('navigation').getByRole('link')
    await expect(links).toHaveText(['Home', 'My Dashboard'])
    await expect(page.getByText('Loading Aman...', { exact: true })).toBeVisible()
    await expect(page.getByRole('main')).toHaveCount(1)
    // With a route, the browser tells of a request a moment after the page has made it.
    const seen: string[] = []
    await expect
      .poll(() => {
        seen.push(...made())
        return seen.toSorted()
      })
      .toEqual(calls)
    release()
    await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
    await expect(page.getByText('Loading Aman...')).toHaveCount(0)
    await expect(page.locator('main')).toHaveCount(1)
    await page.unrouteAll()
  }
})

test('nothing moves at any width when React takes over the frame', async ({ page, users }) => {
  await page.addInitScript(() => {
    const shifts: string[] = []
    Reflect.set(window, 'shifts', shifts)
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[] =
          Reflect.get(entry, 'sources')
        const moved = sources.map(
          ({ node, previousRect: from, currentRect: to }) =>
            `${node?.nodeName} '${node?.textContent?.slice(0, 40)}' ${from.x},${from.y} -> ${to.x},${to.y}`,
        )
        shifts.push(`${Reflect.get(entry, 'value')}: ${moved.join(' | ')}`)
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  for (const [role, screen] of [
    ['employee', 'employee'],
    ['super_admin', 'admin'],
  ] as const) {
    await users.signIn(page, await users.make({ role }))
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 800 })
      const release = await holdScripts(page)
      await page.goto(`/dashboard/${screen}`, { waitUntil: 'commit' })
      await expect(page.getByText('Loading Aman...')).toBeVisible()
      const before = await placesOf(page)
      release()
      await waitForContent(page, screen)
      expect(await placesOf(page)).toEqual(expect.arrayContaining(before))
      expect(await page.evaluate(() => Reflect.get(window, 'shifts'))).toEqual([])
      await page.unrouteAll()
    }
  }
})

/**
 * The positions of the header, its menu button and its links. Not of the switch to the other language,
 * which comes later into its own room, and not of the user's name: before the user is known there is none.
 */
function placesOf(page: Page) {
  return page.evaluate(() => {
    const links = 'header a:not([href$="/account"], [hreflang])'
    return [...document.querySelectorAll(`header, ${links}, header [popovertarget]`)].map(
      (element) => {
        const { x, y, height } = element.getBoundingClientRect()
        return [element.textContent.slice(0, 4), x, y, height]
      },
    )
  })
}
