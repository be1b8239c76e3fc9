import type { Page } from '@playwright/test'
import { expect, test } from '../../support/browser/browser.ts'

const everyone = Array.from({ length: 1200 }, (_, number) => ({
  ...{ id: number, full_name: `Person ${number}`, username: `person-${number}` },
  ...{ email: `person-${number}@cedar.example`, role: 'employee', is_active: true },
}))

/** Answers as a server does that searches the list itself. @returns the queries that were made */
async function answerInPages(page: Page, firm = everyone): Promise<Record<string, string>[]> {
  const queries: Record<string, string>[] = []
  await page.route('**/api/admin/users?*', (route) => {
    const query = Object.fromEntries(new URL(route.request().url()).searchParams)
    queries.push(query)
    const { q = '', limit = '50', cursor = '0', id } = query
    const found = firm.filter((user) =>
      id === undefined ? user.full_name.toLowerCase().includes(q) : String(user.id) === id,
    )
    const end = Number(cursor) + Number(limit)
    const links = [
      `</api/admin/users>; rel="search"; found="${found.length}"; total="${firm.length}"`,
      ...(end < found.length
        ? [`</api/admin/users?q=${q}&limit=${limit}&cursor=${end}>; rel="next"`]
        : []),
    ]
    return route.fulfill({
      json: found.slice(Number(cursor), end),
      headers: { link: links.join(', ') },
    })
  })
  return queries
}

const rows = (page: Page) => page.getByRole('button', { name: /^Edit Person/ })
const titled = (page: Page, text: RegExp) =>
  page.getByRole('region', { name: 'Users' }).getByText(text)

test.beforeEach(async ({ page, users }) => {
  await users.signIn(page, await users.make({ role: 'super_admin' }))
})

test('of a long list fifty users are loaded, all are counted, found and reached, and the sorts of the server offered', async ({
  page,
}) => {
  await test.step('of a long list fifty users are loaded, and all are counted, found and reached', async () => {
    const queries = await answerInPages(page)
    await page.goto('/dashboard/admin?tab=users')
    await expect(page.getByText('The first 50 are shown.')).toBeVisible()
    await expect(titled(page, /1,?200 of 1,?200/)).toBeVisible()
    expect(queries).toEqual([{ sort: 'name', limit: '50' }])

    await page.getByRole('button', { name: 'Load more' }).click()
    await expect(page.getByText('The first 100 are shown.')).toBeVisible()

    await page.getByRole('searchbox').fill('person 119')
    await expect(rows(page)).toHaveCount(11)
    await expect(titled(page, /11 of 1,?200/)).toBeVisible()
    expect(queries.at(-1)).toMatchObject({ q: 'person 119' })
  })
  await test.step('a long list offers the sorts that the server has, and names the others', async () => {
    await answerInPages(page)
    await page.goto('/dashboard/admin?tab=users')
    await expect(page.getByText('The first 50 are shown.')).toBeVisible()
    const sorts = page.getByRole('combobox', { name: 'Sort by' }).getByRole('option')
    await expect(sorts).toHaveText(['Name', 'Username', 'Email', 'Status'])
    await expect(page.getByText(/^Lists of more than 500 cannot be sorted by: /)).toContainText(
      'Risk',
    )
  })
})

test('a search of a long list that fails says so, and is tried again', async ({ page }) => {
  await answerInPages(page)
  await page.goto('/dashboard/admin?tab=users')
  await expect(page.getByText('The first 50 are shown.')).toBeVisible()
  await page.route('**/api/admin/users?*q=*', (route) => route.fulfill({ status: 500, body: '' }))
  await page.getByRole('searchbox').fill('person 7')
  await expect(page.getByText('The search could not be completed')).toBeVisible()
  await expect(rows(page)).toHaveCount(0)
  await page.unroute('**/api/admin/users?*q=*')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(titled(page, /111 of 1,?200/)).toBeVisible()
})

test('while the rest of a list comes, the focus stays, and no button moves', async ({ page }) => {
  await answerInPages(page, everyone.slice(0, 150))
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
