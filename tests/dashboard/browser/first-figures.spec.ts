import type { Page } from '@playwright/test'
import { expect, test } from '../../support/browser/browser.ts'
import { waitForContent } from '../../support/browser/first-calls.ts'

const dashboard = '**/api/dashboard/employee*'

/** Holds all scripts that the page loads. @returns a function that lets them come */
async function holdScripts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

/** The frame and the score and counters, as they are in the document and as they look. */
function shownBy(page: Page, place: string): Promise<string> {
  return page.evaluate((selector) => {
    const ids = new Map<string, number>()
    const view = document.querySelector(selector)
    const parts = view?.querySelectorAll(
      'header > a, nav, h1, [role=tablist], section:has([role=meter]), dl, figure',
    )
    return [...(parts ?? [])]
      .map((part) => part.outerHTML)
      .join('\n')
      .replaceAll(/_[rR]_\w+_/g, (id) => {
        ids.set(id, ids.get(id) ?? ids.size)
        return `id-${ids.get(id)}`
      })
  }, place)
}

const answer = {
  risk_score: 42.4,
  total_emails_scanned: 12_345,
  phishing_emails_caught: 37,
  safe_emails: 12_308,
  recent_phishing_emails: [],
  explains_risk: true,
  mail_checks: 'offered',
}

/** From the title to the counters; the header gets more when all is painted. */
async function pictureOf(page: Page): Promise<Buffer> {
  const title = await page.locator('h1').boundingBox()
  const figures = await page.locator('dl').first().boundingBox()
  if (title === null || figures === null) throw new Error('there are no figures')
  const { width } = page.viewportSize() ?? { width: 0 }
  const height = figures.y + figures.height - title.y
  return page.screenshot({ clip: { x: 0, y: title.y, width, height }, animations: 'disabled' })
}

for (const locale of ['', '/ar']) {
  test(`score and counters of ${locale}/dashboard/employee are there before its scripts, and stay as they are`, {
    tag: ['@A1600'],
  }, async ({ page, users }) => {
    const name = '<b>Salma</b> Barakat'
    await users.signIn(page, await users.make({ full_name: name }))
    await page.addInitScript(() => {
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          const sum: number = Reflect.get(window, 'shifts') ?? 0
          Reflect.set(window, 'shifts', sum + Reflect.get(entry, 'value'))
        }
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await page.route(dashboard, (route) => route.fulfill({ json: answer }))
    const release = await holdScripts(page)
    await page.goto(`${locale}/dashboard/employee`, { waitUntil: 'commit' })
    await expect(page.getByRole('meter')).toBeVisible()
    await expect(page.getByText(name)).toBeVisible()
    await expect(page.locator('[data-loading-shell] .spinner')).toHaveCount(0)
    const early = await shownBy(page, '[data-loading-shell]')
    const picture = await pictureOf(page)
    release()
    await expect(page.locator('[data-loading-shell]')).toHaveCount(0)
    await expect(page.getByRole('meter')).toBeVisible()
    expect(await shownBy(page, '[data-account]')).toBe(early)
    expect(early).toContain('role="meter"')
    expect(picture.equals(await pictureOf(page))).toBe(true)
    expect(await page.evaluate<unknown>(() => Reflect.get(window, 'shifts') ?? 0)).toBe(0)
  })
}

const me = '**/api/auth/me'
for (const [what, path, answer] of [
  ['a refusal', dashboard, { status: 403, json: {} }],
  ['a failure in a body', dashboard, { json: { success: false } }],
  ['a value of the wrong type', dashboard, { json: { risk_score: '42' } }],
  [
    'a row of the wrong type',
    dashboard,
    { json: { recent_phishing_emails: [{ id: 1, timestamp: 7 }] } },
  ],
  ['an answer that is not JSON', dashboard, { body: '<html>' }],
  ['a user without consent', me, { json: { id: 1, has_consented: false } }],
  ['a user who has to set a password', me, { json: { id: 1, must_change_password: true } }],
  ['a user who has to add a factor', me, { json: { id: 1, must_add_factor: true } }],
] as const) {
  test(`'Loading Aman...' stands for ${what} until the scripts are there`, {
    tag: ['@A1601', '@R042'],
  }, async ({ console, page, users }) => {
    console.expect(/^403 GET /)
    await users.signIn(page, await users.make())
    await holdScripts(page)
    await page.route(path, (route) => route.fulfill(answer))
    await page.goto('/dashboard/employee', { waitUntil: 'commit' })
    await page.waitForFunction(() => globalThis.firstFigures !== undefined)
    await page.evaluate(() => globalThis.firstFigures)
    await expect(page.getByText('Loading Aman...')).toBeVisible()
    await expect(page.getByRole('meter')).toHaveCount(0)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })
}

test('who has moved the focus before the figures come keeps it, and the dashboard follows', {
  tag: ['@A1600'],
}, async ({ page, users }) => {
  await users.signIn(page, await users.make())
  const release = await holdScripts(page)
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(dashboard, async (route) => {
    await promise
    await route.continue()
  })
  await page.goto('/dashboard/employee', { waitUntil: 'commit' })
  await page.getByRole('link', { name: 'Privacy Policy' }).focus()
  resolve()
  await page.waitForFunction(() => globalThis.firstFigures !== undefined)
  await page.evaluate(() => globalThis.firstFigures)
  await expect(page.getByText('Loading Aman...')).toBeVisible()
  release()
  await waitForContent(page, 'employee')
  await expect(page.getByRole('link', { name: 'Privacy Policy' })).toBeFocused()
})
