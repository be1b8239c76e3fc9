import type { Page } from '@playwright/test'
import { expect, test, type Users } from '../../support/browser/browser.ts'

async function openNotice(page: Page, users: Users) {
  await users.signIn(page, await users.make({ consented: false }))
  await page.goto('/dashboard')
}

test('the notice describes the processing of mail, after a session restore too', {
  tag: ['@R260', '@R261', '@R262', '@R263', '@R264', '@R266', '@R272'],
}, async ({ page, users }) => {
  await users.signIn(page, await users.make({ consented: false }))
  await page.goto('/dashboard/employee')
  const notice = page.getByRole('dialog')
  await expect(notice).toContainText('analysed for threats by AI')
  await expect(notice).toContainText(
    'only the sender domain is stored; the content is deleted immediately',
  )
  await expect(notice).toContainText('encrypted and never sold')
  await expect(notice).toContainText('GDPR compliant')
  await expect(notice).toContainText(/right to see your data/)
  await expect(notice).toContainText(/right to have it deleted/)
  await expect(notice.getByRole('checkbox')).not.toBeChecked()
  await expect(
    notice.getByRole('button', { name: 'Check Box to Continue', exact: true }),
  ).toBeDisabled()
})

test('Escape, backdrop, Tab, deep links and reloads do not bypass the notice', {
  tag: ['@R259', '@firefox'],
}, async ({ page, users }) => {
  await users.signIn(page, await users.make({ role: 'super_admin', consented: false }))
  await page.goto('/dashboard/admin')
  const notice = page.getByRole('dialog')
  await expect(notice).toBeVisible()
  for (const _ of [1, 2, 3]) await page.keyboard.press('Escape')
  await page.mouse.click(5, 5)
  await expect(notice).toBeVisible()
  for (let stop = 0; stop < 12; stop += 1) {
    await page.keyboard.press('Tab')
    const outside = await page.evaluate(() => {
      const focused = document.activeElement
      return focused !== document.body && focused?.closest('dialog') === null
    })
    expect(outside).toBe(false)
  }
  for (const path of ['/dashboard/employee?tab=flags', '/dashboard/team', '/app']) {
    await page.goto(path)
    await expect(notice).toBeVisible()
    await page.reload()
    await expect(notice).toBeVisible()
    await expect(page.getByRole('banner')).toHaveCount(0)
    await expect(page.getByRole('tab')).toHaveCount(0)
  }
})

test('the full policy opens in a new tab, and the notice stays', { tag: ['@R265'] }, async ({
  page,
  context,
  users,
}) => {
  await openNotice(page, users)
  const opened = context.waitForEvent('page')
  await page.getByRole('button', { name: /full privacy policy/ }).click()
  const policy = await opened
  await expect(policy).toHaveURL('/privacy-policy')
  expect(await policy.evaluate(() => window.opener)).toBeNull()
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('how Aman measures opens in a new tab, and the notice says where mail is analysed', async ({
  page,
  context,
  users,
}) => {
  await openNotice(page, users)
  const notice = page.getByRole('dialog')
  await expect(notice).toContainText('It runs on the server of Aman')
  const opened = context.waitForEvent('page')
  await notice.getByRole('button', { name: /How we measure/ }).click()
  const measured = await opened
  await expect(measured).toHaveURL('/accuracy')
  expect(await measured.evaluate(() => window.opener)).toBeNull()
  await expect(notice).toBeVisible()
})

test('ticking the box enables the button, and agreeing is permanent', {
  tag: ['@R267', '@R268', '@R269', '@R270', '@R350', '@firefox', '@arabic'],
}, async ({ page, users }) => {
  await openNotice(page, users)
  const agree = page.getByRole('button', { name: 'Agree & Continue', exact: true })
  await page.getByRole('checkbox').check()
  await expect(agree).toBeEnabled()
  await page.getByRole('checkbox').uncheck()
  await expect(page.getByRole('button', { name: 'Check Box to Continue' })).toBeDisabled()
  await page.getByRole('checkbox').check()
  const sent = page.waitForRequest('**/api/users/consent')
  await agree.click()
  expect((await sent).postData()).toBeNull()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Your risk score' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Your risk score' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a failed consent is only logged, and the notice stays', { tag: ['@R271'] }, async ({
  page,
  users,
  console,
}) => {
  console.expect(/consent could not be saved/)
  const logged: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') logged.push(message.text())
  })
  await users.signIn(page, await users.make({ consented: false }))
  await page.route('**/api/users/consent', (route) => route.fulfill({ status: 500, body: '' }))
  await page.goto('/dashboard')
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Agree & Continue' }).click()
  await expect(page.getByRole('button', { name: 'Agree & Continue' })).toBeEnabled()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(0)
  await expect
    .poll(() => logged.filter((text) => text.includes('The consent could not be saved')))
    .toHaveLength(1)
})

test('the notice opens after sign-in', { tag: ['@R292'] }, async ({ page, users }) => {
  const user = await users.make({ consented: false, password: 'the right password' })
  await page.goto('/login')
  await page.getByLabel('Username').fill(user.username)
  await page.getByLabel('Password', { exact: true }).fill('the right password')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('a user who has agreed does not see the notice again', { tag: ['@R273'] }, async ({
  page,
  users,
}) => {
  await users.signIn(page, await users.make())
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Your risk score' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('Logout in the notice leads to the sign-in form', async ({ page, users }) => {
  await openNotice(page, users)
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
