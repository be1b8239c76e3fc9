import { expect, test } from '../../support/browser/browser.ts'
import { chooseFirst, requestsTo } from '../../support/browser/screen.ts'

test('a receipt, a removal and a consent that are requested three times are sent once', {
  tag: ['@R183', '@R212', '@R269', '@R316'],
}, async ({ page, users }) => {
  const admin = await users.make({ role: 'super_admin', consented: false })
  const gone = await users.make({ full_name: `Leaving ${crypto.randomUUID()}` })
  await users.signIn(page, admin)
  const pressThrice = (name: string) =>
    page
      .getByRole('dialog')
      .or(page.getByRole('alertdialog'))
      .getByRole('button', { name, exact: true })
      .evaluate((button) => {
        if (!(button instanceof HTMLElement)) throw new Error('not a button')
        for (let press = 0; press < 3; press += 1) button.click()
      })

  const consents = requestsTo(page, 'POST', '/api/users/consent')
  await page.goto('/dashboard/admin')
  await page.getByRole('checkbox').check()
  await pressThrice('Agree & Continue')
  await page.getByRole('button', { name: 'Generate Receipt', exact: true }).click()
  expect(consents).toHaveLength(1)

  const receipts = requestsTo(page, 'POST', /generate-receipt/)
  await chooseFirst(page.getByLabel('Organization', { exact: true }))
  const receipt = page.context().waitForEvent('page')
  await pressThrice('Generate Receipt')
  await (await receipt).close()
  await expect(page.getByRole('link', { name: 'Open the receipt' })).toBeVisible()
  expect(receipts).toHaveLength(1)
  await page.getByRole('button', { name: 'Close' }).click()

  const removals = requestsTo(page, 'DELETE', /admin\/users/)
  await page.getByRole('tab', { name: 'User Management' }).click()
  await page.getByRole('searchbox').fill(gone.full_name)
  await page.getByRole('button', { name: `Remove User ${gone.full_name}` }).click()
  await page.getByRole('alertdialog').getByRole('textbox').fill('DELETE')
  await pressThrice('Remove User')
  await expect(page.getByText('has been permanently removed')).toBeVisible()
  expect(removals).toHaveLength(1)
})
