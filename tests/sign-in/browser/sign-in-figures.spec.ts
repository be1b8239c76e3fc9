import type { Page } from '@playwright/test'
import { expect, test } from '../../support/browser/browser.ts'
import {
  dashboards,
  employeeCall,
  ofFrame,
  shownBy,
  withPlainIds,
} from '../../support/browser/first-figures.ts'

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

/** Remembers what of the dashboard the page shows while it is still the sign-in page. */
async function watchShell(page: Page, own: string): Promise<() => Promise<string | undefined>> {
  await page.addInitScript((parts) => {
    new MutationObserver((_, observer) => {
      const shell = document.querySelector('[data-loading-shell]')
      if (!shell?.querySelector('[role=tab]') || !location.pathname.endsWith('/login')) return
      const shown = [...shell.querySelectorAll(parts)].map((part) => part.outerHTML).join('\n')
      Reflect.set(window, 'shownAtSignIn', shown)
      observer.disconnect()
    }).observe(document, { childList: true, subtree: true })
  }, `${ofFrame}, ${own}`)
  return () => page.evaluate<string | undefined>(() => Reflect.get(window, 'shownAtSignIn'))
}

for (const { name, role, answers, parts, last } of dashboards) {
  test(`after a sign-in first figures of /dashboard/${name} are there before React shows it`, {
    tag: ['@A1782'],
  }, async ({ page, users }) => {
    const user = await users.make({ role, password: 'the right password' })
    for (const [call, json] of Object.entries(answers)) {
      await page.route(call, (route) => route.fulfill({ json }))
    }
    await holdSession(
      page,
      Object.keys(answers).filter((call) => !call.endsWith('capabilities')),
    )
    const shownAtSignIn = await watchShell(page, parts)
    await signIn(page, user.username)
    await expect(page).toHaveURL(`/dashboard/${name}`)
    await expect(page.locator('[data-loading-shell]')).toHaveCount(0)
    await expect(page.locator(last).first()).toBeVisible()
    const early = withPlainIds((await shownAtSignIn()) ?? '')
    expect(early).toBe(await shownBy(page, '[data-account]', parts))
    expect(early).toContain('role="tablist"')
  })
}

test('a sign-in without consent shows nothing of the dashboard', {
  tag: ['@A1601', '@A1782'],
}, async ({ page, users }) => {
  const user = await users.make({ consented: false, password: 'the right password' })
  const shownAtSignIn = await watchShell(page, 'section')
  await signIn(page, user.username)
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await shownAtSignIn()).toBeUndefined()
})

test('a sign-in whose session check fails leaves the form as it was', {
  tag: ['@A1782', '@R057'],
}, async ({ console, page, users }) => {
  console.expect(/500/)
  const user = await users.make({ password: 'the right password' })
  await page.route('**/api/auth/me', (route) =>
    route.fulfill({ status: 500, json: { detail: 'Not now' } }),
  )
  await signIn(page, user.username)
  await expect(page.getByText('Not now')).toBeVisible()
  await expect(page.getByLabel('Username')).toHaveValue(user.username)
  await expect(page.getByText('Loading Aman...')).toBeHidden()
})

test('a sign-out in another tab takes away what a sign-in has just shown', {
  tag: ['@A1782'],
}, async ({ page, users }) => {
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
