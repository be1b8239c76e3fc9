import { expect, test } from '../../support/browser/browser.ts'
import { expectEveryLook } from '../../support/browser/every-look.ts'

test('the notice describes the processing of mail, links to more, and is agreed to once', {
  tag: [
    '@R260',
    '@R261',
    '@R262',
    '@R263',
    '@R264',
    '@R265',
    '@R266',
    '@R272',
    '@R273',
    '@R350',
    '@R267',
    '@R268',
    '@R269',
    '@R270',
    '@firefox',
    '@arabic',
  ],
}, async ({ page, context, users }) => {
  await users.signIn(page, await users.make({ consented: false }))
  await page.goto('/dashboard')
  const notice = page.getByRole('dialog')
  for (const words of [
    'analysed for threats by AI',
    'only the sender domain is stored; the content is deleted immediately',
    'encrypted and never sold',
    'GDPR compliant',
    'It runs on the server of Aman',
  ]) {
    await expect(notice).toContainText(words)
  }
  await expect(notice).toContainText(/right to see your data/)
  await expect(notice).toContainText(/right to have it deleted/)
  await expectEveryLook(page)
  for (const [name, path] of [
    [/full privacy policy/, '/privacy-policy'],
    [/How we measure/, '/accuracy'],
  ] as const) {
    const opened = context.waitForEvent('page')
    await notice.getByRole('button', { name }).click()
    const more = await opened
    await expect(more).toHaveURL(path)
    expect(await more.evaluate(() => window.opener)).toBeNull()
    await more.close()
  }

  const box = notice.getByRole('checkbox')
  const agree = notice.getByRole('button', { name: 'Agree & Continue', exact: true })
  await expect(box).not.toBeChecked()
  await box.check()
  await expect(agree).toBeEnabled()
  await box.uncheck()
  await expect(
    notice.getByRole('button', { name: 'Check Box to Continue', exact: true }),
  ).toBeDisabled()
  await box.check()
  const sent = page.waitForRequest('**/api/users/consent')
  await agree.click()
  expect((await sent).postData()).toBeNull()
  await expect(page.getByRole('heading', { name: 'Your risk score' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Your risk score' })).toBeVisible()
  await expect(notice).toHaveCount(0)
})

test('the notice opens at its heading in small windows; Escape, backdrop, Tab, deep links and reloads do not bypass it, and Logout leaves it', {
  tag: ['@R259', '@firefox'],
}, async ({ page, users }) => {
  await users.signIn(page, await users.make({ role: 'super_admin', consented: false }))
  for (const [width, height] of [
    [320, 480],
    [640, 360],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.goto('/dashboard/employee')
    const heading = page.getByRole('dialog').getByRole('heading')
    await expect(heading).toBeFocused()
    await expect(heading).toBeInViewport({ ratio: 1 })
  }
  await page.setViewportSize({ width: 1280, height: 720 })
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
  for (const path of ['/dashboard/employee?tab=flags', '/app']) {
    await page.goto(path)
    await expect(notice).toBeVisible()
    await page.reload()
    await expect(notice).toBeVisible()
    await expect(page.getByRole('banner')).toHaveCount(0)
    await expect(page.getByRole('tab')).toHaveCount(0)
  }
  await notice.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
  await expect(notice).toHaveCount(0)
})
