import type { Page } from '@playwright/test'
import { expect, test } from '../../support/browser/browser.ts'
import { dashboards, employeeCall, shownBy, threats } from '../../support/browser/first-figures.ts'

async function signIn(page: Page, username: string): Promise<void> {
  const views = page.waitForResponse('**/first-views.txt')
  await page.goto('/login')
  await (await views).finished()
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill('the right password')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
}

/** Until all of these are answered: React does not wait long for data that comes after the session. */
async function holdSession(page: Page, calls: readonly string[]): Promise<void> {
  const answered = Promise.all(calls.map((call) => page.waitForResponse(call)))
  await page.route('**/api/auth/me', async (route) => {
    await answered
    await route.continue()
  })
}

async function answerWith(page: Page, answers: Readonly<Record<string, unknown>>): Promise<void> {
  for (const [call, json] of Object.entries(answers)) {
    await page.route(call, (route) => route.fulfill({ json }))
  }
  await holdSession(
    page,
    Object.keys(answers).filter((call) => !call.endsWith('capabilities')),
  )
}

/** Holds the code of the screens, which React needs. @returns a function that lets it come */
async function holdScreens(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(/\/assets\/(Employee|Team|Admin)Screen\./, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

/** @returns how many threats first figures have shown, one after another */
async function watchThreats(page: Page): Promise<() => Promise<number[]>> {
  await page.addInitScript(() => {
    const seen: number[] = []
    Reflect.set(window, 'threatsSeen', seen)
    new MutationObserver(() => {
      const shell = document.querySelector('[data-loading-shell]')
      if (shell?.querySelector('[role=tab]'))
        seen.push(shell.querySelectorAll('li[data-level]').length)
    }).observe(document, { childList: true, subtree: true })
  })
  return () => page.evaluate<number[]>(() => Reflect.get(window, 'threatsSeen'))
}

const shownThreats = (page: Page) => page.locator('[data-loading-shell] li[data-level]')

test('after a sign-in first figures are there before React shows the dashboard', async ({
  page,
  users,
}) => {
  const [{ name, role, answers, parts, last }] = dashboards
  const user = await users.make({ role, password: 'the right password' })
  await answerWith(page, answers)
  const release = await holdScreens(page)
  await signIn(page, user.username)
  await expect(page.locator(`[data-loading-shell] ${last}`).first()).toBeVisible()
  await expect(shownThreats(page)).toHaveCount(threats.length)
  const early = await shownBy(page, '[data-loading-shell]', parts)
  release()
  await expect(page).toHaveURL(`/dashboard/${name}`)
  await expect(page.locator('[data-loading-shell]')).toHaveCount(0)
  await expect(page.locator(last).first()).toBeVisible()
  expect(await shownBy(page, '[data-account]', parts)).toBe(early)
  expect(early).toContain('role="tablist"')
})

test('a sign-in whose session check fails leaves the form as it was, and one without consent shows nothing of the dashboard', {
  tag: ['@R057'],
}, async ({ console, page, users }) => {
  console.expect(/500/)
  const user = await users.make({ consented: false, password: 'the right password' })
  const threatsSeen = await watchThreats(page)
  await page.route('**/api/auth/me', (route) =>
    route.fulfill({ status: 500, json: { detail: 'Not now' } }),
  )
  await signIn(page, user.username)
  await expect(page.getByText('Not now')).toBeVisible()
  await expect(page.getByLabel('Username')).toHaveValue(user.username)
  await expect(page.getByText('Loading Aman...')).toBeHidden()
  expect(await page.evaluate(() => localStorage.length)).toBe(0)
  await page.unrouteAll()
  await signIn(page, user.username)
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await threatsSeen()).toEqual([])
})

test('a sign-out in another tab takes away what a sign-in has just shown', async ({
  page,
  users,
}) => {
  const user = await users.make({ full_name: 'Rania Khoury', password: 'the right password' })
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (document.querySelector('[data-loading-shell] [role=tab]') === null) return
      observer.disconnect()
      Reflect.set(window, 'isShown', true)
      localStorage.clear()
      dispatchEvent(new StorageEvent('storage', { key: null }))
    }).observe(document, { childList: true, subtree: true })
  })
  await holdSession(page, [employeeCall])
  await signIn(page, user.username)
  await page.waitForFunction(() => Reflect.get(window, 'isShown'))
  await expect(page.getByLabel('Username')).toBeVisible()
  await expect(page.getByText('Rania Khoury')).toHaveCount(0)
})
