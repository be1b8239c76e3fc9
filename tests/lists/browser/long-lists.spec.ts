import type { Page } from '@playwright/test'
import { expect, test } from '../../support/browser/browser.ts'

const everyone = Array.from({ length: 150 }, (_, number) => ({
  ...{ id: number, full_name: `Person ${number}`, username: `person-${number}` },
  ...{ email: `person-${number}@cedar.example`, role: 'employee', is_active: true },
}))

/** Answers as a server does that searches the list itself. */
async function answerInPages(page: Page): Promise<void> {
  await page.route('**/api/admin/users?*', (route) => {
    const { limit = '50', cursor = '0' } = Object.fromEntries(
      new URL(route.request().url()).searchParams,
    )
    const end = Number(cursor) + Number(limit)
    const counts = `</api/admin/users>; rel="search"; found="150"; total="150"`
    const next = `</api/admin/users?limit=${limit}&cursor=${end}>; rel="next"`
    return route.fulfill({
      json: everyone.slice(Number(cursor), end),
      headers: { link: end < everyone.length ? `${counts}, ${next}` : counts },
    })
  })
}

const titled = (page: Page, text: RegExp) =>
  page.getByRole('region', { name: 'Users' }).getByText(text)

test.beforeEach(async ({ page, users }) => {
  await users.signIn(page, await users.make({ role: 'super_admin' }))
})

test('while the rest of a list comes, the focus stays, and no button moves', async ({ page }) => {
  await answerInPages(page)
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/admin/users?*cursor=*', async (route) => {
    await held
    await route.fallback()
  })
  await page.goto('/dashboard/admin?tab=users')
  await expect(page.getByText('Loading the rest of the list...')).toBeVisible()
  await expect(titled(page, /50 of 150/)).toBeVisible()
  const refresh = page.getByRole('button', { name: 'Refresh', exact: true })
  const place = await refresh.boundingBox()
  await page.getByRole('button', { name: 'Edit Person 1', exact: true }).focus()
  release()
  await expect(titled(page, /150 of 150/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit Person 1', exact: true })).toBeFocused()
  await expect(page.getByText('Loading the rest of the list...')).toHaveCount(0)
  expect(await refresh.boundingBox()).toEqual(place)
})
