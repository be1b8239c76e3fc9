import type { Page } from '@playwright/test'
import { findViolations } from '../../support/browser/axe.ts'
import { expect, test } from '../../support/browser/browser.ts'
import { expectEveryLook } from '../../support/browser/every-look.ts'
import { openWhole } from '../../support/browser/first-calls.ts'
import { makeOrganization, makeUser } from '../../support/worlds/factories.ts'

const field = (page: Page) => page.getByRole('combobox', { name: /^(People|Screens)/ })
const option = (page: Page, name: string | RegExp) => page.getByRole('option', { name })

test('by keyboard alone, an operator opens an organization and a user by typing, and sends a reset link', {
  tag: ['@arabic'],
}, async ({ page, place, users }) => {
  const unique = crypto.randomUUID().slice(0, 8)
  const organizationId = await makeOrganization(place, { name: `Cedar ${unique}` })
  const rania = await makeUser(place, {
    ...{ organizationId, full_name: `Rania ${unique}`, password: 'violet kettle drum' },
  })
  await users.signIn(page, await users.make({ role: 'super_admin' }))
  await openWhole(page, '/dashboard/admin')
  const open = page.getByRole('button', { name: 'Search' })
  await open.focus()
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type(`ced`)
  await page.keyboard.type(`ar ${unique}`)
  await expect(option(page, `Cedar ${unique}`)).toHaveAttribute('aria-selected', 'true')
  await expectEveryLook(page)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await expect(field(page)).toHaveValue('')
  await page.keyboard.type(`cedar ${unique}`)
  await expect(option(page, `Cedar ${unique}`)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: `Cedar ${unique}`, level: 1 })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`view=organization&id=${organizationId}$`))

  await open.press('Enter')
  await page.keyboard.type(`rania ${unique}`)
  await expect(option(page, `Rania ${unique}`)).toBeVisible()
  await page.keyboard.press('Enter')
  const name = page.getByRole('heading', { name: `Rania ${unique}`, level: 1 })
  await expect(name).toBeVisible()
  await expect(page).toHaveURL(/view=user&id=\w+/)
  await page.reload()
  await expect(name).toBeVisible()
  await expect(page.getByRole('link', { name: `Cedar ${unique}` })).toBeVisible()
  await expectEveryLook(page)
  await page.getByRole('button', { name: 'Send a reset link' }).press('Enter')
  await expect(page.getByText(`A reset link is on its way to ${rania.email}.`)).toBeVisible()
  await page.getByRole('button', { name: 'Edit' }).press('Enter')
  const person = page.getByRole('dialog', { name: `Edit Rania ${unique}` })
  await expect(person.getByRole('combobox', { name: 'Organization' })).toHaveValue(
    `Cedar ${unique}`,
  )
  // Over a dialog, and in a text field, the keys belong to others.
  await person.getByRole('button', { name: 'Close' }).focus()
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(person).toBeHidden()
  await page.goBack()
  await expect(page.getByRole('heading', { name: `Cedar ${unique}`, level: 1 })).toBeVisible()
  await page.goto('/dashboard/admin?tab=users')
  await page.getByLabel('Search users').focus()
  await page.keyboard.press('Control+k')
  await expect(page.getByLabel('Search users')).toBeFocused()
  await expect(field(page)).toBeHidden()
})

test('screens and actions are shown before the server answers, and those of the role alone; a press beside closes the search', async ({
  page,
  users,
}) => {
  const asked: string[] = []
  await page.route('**/api/search?*', (route) => {
    asked.push(route.request().url())
    return route.abort()
  })
  await users.signIn(page, await users.make({ role: 'employee' }))
  await openWhole(page, '/dashboard/employee')
  await test.step('a press beside the search closes it, and it opens empty again', async () => {
    await page.getByRole('button', { name: 'Search' }).click()
    await field(page).fill('privacy')
    await page.getByRole('dialog', { name: 'Search' }).click({ position: { x: 10, y: 10 } })
    await expect(field(page)).toBeVisible()
    await page.mouse.click(5, 5)
    await expect(field(page)).toBeHidden()
    await page.keyboard.press('Control+k')
    await expect(field(page)).toBeFocused()
    await expect(field(page)).toHaveValue('')
    // The browser says that a dialog was closed in a later task, when it may be open again.
    await page.evaluate(() => {
      document.querySelector('dialog[open]')?.dispatchEvent(new Event('close'))
    })
    await page.keyboard.type('privacy')
    await expect(field(page)).toHaveValue('privacy')
    await page.keyboard.press('Escape')
    await expect(field(page)).toBeHidden()
  })
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(field(page)).toBeFocused()
  await expect(option(page, /Add New User|Activity|Admin/)).toHaveCount(0)
  await field(page).fill('my')
  await expect(page.getByRole('option')).toHaveText([
    /My Dashboard/,
    /My account/,
    /My data/,
    /Protect my mailbox/,
  ])
  // Also without rspamd, as the button on the dashboard.
  await field(page).fill('check')
  await expect(page.getByRole('option')).toHaveText([/Check a mail/])
  await field(page).fill('nothing like this')
  await expect(page.getByText('Nothing found for “nothing like this”')).toBeVisible()
  await field(page).fill('flag')
  await page.keyboard.press('ArrowDown')
  await expect(option(page, 'Add Flag')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/tab=flags$/)
  expect(asked).toEqual([])
  await page.keyboard.press('Control+k')
  await field(page).fill('sign out')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/login$/)
})

test('a team lead finds a member of the team, and no other, from any screen', {
  tag: ['@arabic'],
}, async ({ page, place, users }) => {
  const unique = crypto.randomUUID().slice(0, 8)
  const organizationId = await makeOrganization(place)
  await makeUser(place, { organizationId, full_name: `Rania ${unique}` })
  await makeUser(place, { full_name: `Omar ${unique}` })
  await users.signIn(page, await users.make({ organizationId, role: 'team_lead' }))
  await page.goto('/dashboard/employee')
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByRole('combobox', { name: 'People of the team, screens and actions' }).fill(unique)
  await expect(page.getByRole('option')).toHaveText([/^Rania/])
  expect(await findViolations(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: `Rania ${unique}` })).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard\/team\?open=[\w-]+$/)
})
