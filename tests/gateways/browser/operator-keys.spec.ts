import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, test } from '../../support/browser/browser.ts'
import { expectEveryLook } from '../../support/browser/every-look.ts'
import { keptBy, report } from '../../support/browser/gateway-keys.ts'
import { button, problem, requestsTo, success } from '../../support/browser/screen.ts'
import { makeOrganization, makeUser } from '../../support/worlds/factories.ts'

const address = '/dashboard/admin?view=keys'

const keys = (page: Page) => page.getByRole('list', { name: 'Gateway keys' })
const row = (page: Page, note: string) => keys(page).getByRole('listitem').filter({ hasText: note })
const newKey = (page: Page) => page.getByRole('textbox', { name: 'The new key that reports email' })

const settings = (page: Page) => page.getByText('Purpose, note, expiry and networks')

/** The server keeps keys of all tests of a run. */
const newNote = () => `mx ${crypto.randomUUID()}`

test.beforeEach(async ({ page, users }) => {
  await users.signIn(page, await users.make({ role: 'super_admin' }))
})

test('a key for all organizations is made by keyboard, shown once, extended and revoked, and one for chosen organizations is for these alone', {
  tag: ['@arabic'],
}, async ({ page, place }) => {
  const user = await makeUser(place, { organizationId: await makeOrganization(place) })
  const note = newNote()
  await page.goto('/dashboard/admin')
  const operation = page.getByRole('navigation', { name: 'Operation' })
  await operation.getByRole('link', { name: 'Gateway keys' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Gateway keys of the operator')
  await settings(page).click()
  await page.getByLabel('What the key is for').selectOption('Reports email')
  await page.getByLabel('Note (optional)').fill(note)
  await page.getByLabel('Networks (optional)').fill('127.0.0.0/8, ::1')
  await button(page, 'Issue key').press('Enter')
  await expect(
    success(page, 'Gateway key issued. Copy it now: it is not shown again.'),
  ).toBeVisible()
  await expect(newKey(page)).toBeFocused()
  await expect(page.getByText(/^Shown until you leave this page\./)).toBeVisible()
  const secret = await newKey(page).inputValue()
  expect(secret).toMatch(/^aman_gateway_[\w-]{40,}$/)
  const made = row(page, note)
  await expect(made).toContainText('For all organizations')
  await expect(made).toContainText('From 127.0.0.0/8, ::1')
  await expect(made).toContainText('Never used')
  expect((await report(secret, user.email)).status).toBe(200)
  expect(await keptBy(page)).not.toContain(secret)

  await page.reload()
  await expect(made).toContainText(/Last used/)
  await expect(newKey(page)).toHaveCount(0)
  await button(page, `Set expiry of ${note}`).press('Enter')
  const day = page.getByRole('dialog', { name: 'Set expiry' }).getByLabel(note)
  await day.fill('2999-01-31')
  await day.press('Enter')
  await expect(made).toContainText('2999')
  await expect(button(page, `Set expiry of ${note}`)).toBeFocused()

  const revoke = button(page, `Revoke ${note}`)
  await revoke.press('Enter')
  const question = page.getByRole('alertdialog', { name: 'Revoke key' })
  await page.keyboard.press('Escape')
  await expect(revoke).toBeFocused()
  const sent = requestsTo(page, 'DELETE', /operator-keys/)
  await revoke.press('Enter')
  await question.getByRole('button', { name: 'Revoke key' }).press('Enter')
  await expect(success(page, 'Gateway key revoked')).toBeVisible()
  await expect(made).toContainText('Revoked')
  await expect(made).toBeFocused()
  expect(sent).toHaveLength(1)
  expect((await report(secret, user.email)).status).toBe(401)
  await test.step('a key for chosen organizations needs one of them, and is for these alone', async () => {
    // Letters of an id would outweigh those of 'For', by which its Arabic is found.
    const names = ['Cedar', 'Olive'].map((name) => `${name} ${randomInt(2 ** 47)}`)
    for (const name of names) await makeOrganization(place, { name })
    const other = newNote()
    await page.goto(address)
    await settings(page).click()
    await page.getByLabel('What the key is for').selectOption('Reports email')
    await page.getByLabel('Note (optional)').fill(other)
    await page.getByLabel('Which organizations').selectOption('Chosen ones')
    const add = page.getByRole('combobox', { name: 'Add an organization' })
    await button(page, 'Issue key').press('Enter')
    await expect(
      problem(page, 'Failed to issue the gateway key: Choose at least one organization'),
    ).toBeVisible()
    await expect(add).toBeFocused()
    const chosen = page.getByRole('list', { name: 'Chosen organizations' })
    for (const name of names) {
      await add.fill(name)
      await expect(page.getByRole('option', { name })).toBeVisible()
      await add.press('Enter')
      await expect(chosen.getByText(name)).toBeVisible()
      await expect(add).toBeFocused()
      await expect(add).toHaveValue('')
    }
    await page.setViewportSize({ width: 320, height: 800 })
    expect(await chosen.evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0)
    const [first = '', last = ''] = names
    await button(page, `Remove ${first}`).press('Enter')
    await expect(chosen.getByRole('listitem')).toHaveCount(1)
    await expect(add).toBeFocused()
    await button(page, 'Issue key').press('Enter')
    await expect(newKey(page)).toBeVisible()
    await expectEveryLook(page)
    await expect(row(page, other)).toContainText(`For ${last}`)
    await expect(row(page, other)).not.toContainText(first)
    // The next key begins anew.
    await expect(page.getByLabel('Which organizations')).toHaveValue('all')
    await expect(chosen).toHaveCount(0)
  })
})
