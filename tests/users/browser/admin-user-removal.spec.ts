import type { Page } from '@playwright/test'
import { expect, test } from '../../support/browser/browser.ts'
import { failInTurn, problem, requestsTo, success } from '../../support/browser/screen.ts'

const call = '**/api/admin/users/*'
const question = (page: Page) => page.getByRole('alertdialog')
const word = (page: Page) => question(page).getByLabel('Type DELETE to confirm')
const accept = (page: Page) => question(page).getByRole('button', { name: 'Remove User' })
const opener = (page: Page, name: string) =>
  page.getByRole('button', { name: `Remove User ${name}`, exact: true })
const removals = (page: Page) => requestsTo(page, 'DELETE', /^\/api\/admin\/users\/[^/]+$/)

test('a super admin cannot remove themselves, and there is no prompt and no call', {
  tag: ['@R328'],
}, async ({ page, users }) => {
  const me = await users.make({ role: 'super_admin', full_name: 'Me Myself R328' })
  await users.signIn(page, me)
  const sent = removals(page)
  await page.goto('/dashboard/admin?tab=users')
  await page.getByRole('searchbox').fill(me.username)
  await opener(page, me.full_name).click()
  await expect(problem(page, 'You cannot remove yourself from the system!')).toBeVisible()
  await expect(question(page)).toHaveCount(0)
  expect(sent).toEqual([])
})

const refused = (json: unknown) => ({ status: 500, json })
const failures = [
  ['all three', refused({ error: 'one', detail: 'two', message: 'three' }), 'one'],
  ['detail and message', refused({ error: '', detail: 'two', message: 'three' }), 'two'],
  ['a message', refused({ error: null, detail: {}, message: 'three' }), 'three'],
  ['nothing', refused({}), 'Unknown error'],
  ['success false', { status: 200, json: { success: false, error: 'boom' } }, 'boom'],
  ['no network', undefined, 'Unknown error'],
] as const

test.describe('with a user to remove', () => {
  let name = ''
  let email = ''

  test.beforeEach(async ({ page, users }) => {
    await users.signIn(page, await users.make({ role: 'super_admin' }))
    name = `Gone ${crypto.randomUUID()}`
    const leaver = await users.make({ full_name: name })
    email = leaver.email
    await page.goto('/dashboard/admin?tab=users')
    await page.getByRole('searchbox').fill(leaver.username)
    // The head, and the user who is searched for.
    await expect(page.getByRole('row')).toHaveCount(2)
    await opener(page, name).click()
  })

  test('the prompt says what removal does, and exactly DELETE removes the user with a confirmation', {
    tag: ['@R329', '@R330', '@R331', '@R335', '@R304', '@R372'],
  }, async ({ page }) => {
    await expect(question(page)).toBeVisible()
    await expect(question(page)).toHaveAccessibleDescription(/permanent/)
    await expect(question(page)).toHaveAccessibleDescription(
      new RegExp(`email is sent to ${email}`),
    )
    await expect(question(page)).toHaveAccessibleDescription(/sessions .* revoked/)
    await expect(word(page)).toBeFocused()
    const sent = removals(page)
    const loads = ['/api/admin/dashboard', '/api/admin/users', '/api/admin/organizations'].map(
      (path) => requestsTo(page, 'GET', path),
    )
    await word(page).fill('DELETE')
    await word(page).press('Enter')
    await expect(
      success(
        page,
        `User ${name} has been permanently removed. A notification email was sent to ${email}.`,
      ),
    ).toBeVisible()
    await expect(page.getByText('No users match')).toBeVisible()
    expect(sent).toHaveLength(1)
    // The figures and both lists are loaded once each.
    await expect.poll(() => loads.map((requests) => requests.length)).toEqual([1, 1, 1])
  })

  test('after another word a notice says that nothing is removed, and after none or a no nothing happens', {
    tag: ['@R332', '@R333', '@R334', '@R372'],
  }, async ({ page }) => {
    const sent = removals(page)
    for (const typed of ['delete', 'DELETE ', ' ']) {
      await test.step(`"${typed}"`, async () => {
        await word(page).fill(typed)
        await accept(page).click()
        await expect(
          problem(page, 'User removal cancelled. You must type "DELETE" to confirm.'),
        ).toBeVisible()
        await expect(question(page)).toHaveCount(0)
        await expect(opener(page, name)).toBeFocused()
        expect(sent).toEqual([])
        await page.getByRole('button', { name: 'Dismiss' }).click()
        await expect(page.getByRole('alert')).toHaveCount(0)
        await opener(page, name).click()
      })
    }
    for (const way of ['an empty word', 'Cancel', 'Escape'] as const) {
      if (way === 'an empty word') await accept(page).click()
      else await word(page).fill('DELETE')
      if (way === 'Cancel') await question(page).getByRole('button', { name: 'Cancel' }).click()
      if (way === 'Escape') await page.keyboard.press('Escape')
      await expect(question(page)).toHaveCount(0)
      await expect(opener(page, name)).toBeFocused()
      await expect(page.getByRole('alert')).toHaveCount(0)
      await opener(page, name).click()
    }
    expect(sent).toEqual([])
  })

  test('the notice quotes the words of an error, the first that it has', {
    tag: ['@R336', '@R007'],
  }, async ({ page }) => {
    await question(page).getByRole('button', { name: 'Cancel' }).click()
    await failInTurn(page, call, failures, async (message) => {
      await opener(page, name).click()
      await word(page).fill('DELETE')
      await accept(page).click()
      await expect(problem(page, `Failed to remove user: ${message}`)).toBeVisible()
      await expect(opener(page, name)).toBeVisible()
    })
  })
})
