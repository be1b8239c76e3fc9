import { expect, test } from '../../support/browser/browser.ts'
import { riskColourOf } from '../../support/browser/colour.ts'
import { openWhole } from '../../support/browser/first-calls.ts'
import { answerEmployee, counted, employeeCall } from '../../support/worlds/employee-answers.ts'

test.use({ reducedMotion: 'no-preference' })

test.beforeEach(async ({ page, users }) => {
  await users.signIn(page, await users.make())
})

test('the overview is open first, next to the flags tab', { tag: ['@R110', '@R111'] }, async ({
  page,
}) => {
  await page.goto('/dashboard/employee')
  await expect(page.getByRole('tab', { name: 'Dashboard Overview' })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await expect(page.getByRole('tab', { name: 'Flags Management' })).toBeVisible()
  await expect(page.getByRole('tabpanel')).toContainText('Your risk score')
})

test('the open tab is in the address, and arrow keys change it', {
  tag: ['@R110', '@firefox', '@arabic'],
}, async ({ page }) => {
  await page.goto('/dashboard/employee?tab=flags')
  const flags = page.getByRole('tab', { name: 'Flags Management' })
  await expect(flags).toHaveAttribute('aria-selected', 'true')
  await flags.press('ArrowRight')
  await expect(page).toHaveURL('/dashboard/employee?tab=overview')
  await expect(page.getByRole('tab', { name: 'Dashboard Overview' })).toBeFocused()
  await page.keyboard.press('End')
  await expect(flags).toBeFocused()
  await page.goto('/dashboard/employee?tab=nonsense')
  await expect(page.getByRole('tabpanel')).toContainText('Your risk score')
})

test('the three counters show the figures from the server', {
  tag: ['@R113', '@R114', '@R115', '@R352'],
}, async ({ page }) => {
  await answerEmployee(page, counted)
  await page.goto('/dashboard/employee')
  for (const [label, count] of [
    ['Total emails scanned', '1,284'],
    ['Phishing emails caught', '37'],
    ['Safe emails', '1,247'],
  ] as const) {
    await expect(page.getByText(label, { exact: true }).locator('xpath=..')).toContainText(count)
  }
})

test('a risk is shown rounded, within 0 and 100, with its level', {
  tag: ['@R112', '@R294', '@R295', '@R296', '@R297'],
}, async ({ page }) => {
  for (const [score, shown, words] of [
    [29.4, '29', 'Low Risk'],
    [69.6, '70', 'Medium Risk'],
    [70, '70', 'High Risk'],
    [140, '100', 'High Risk'],
    [-5, '0', 'Low Risk'],
  ] as const) {
    await answerEmployee(page, { ...counted, risk_score: score })
    await page.goto('/dashboard/employee')
    const gauge = page.getByRole('meter', { name: 'Your risk score' })
    await expect(gauge).toHaveAttribute('aria-valuenow', shown)
    await expect(gauge).toContainText(shown)
    await expect(page.getByText(words, { exact: true })).toBeVisible()
  }
})

test('in light and dark low risk is green, medium amber and high red on badge and gauge', {
  tag: ['@R294', '@R295', '@R296'],
}, async ({ page }) => {
  for (const [risk_score, words, colour] of [
    [10, 'Low Risk', 'green'],
    [69.9, 'Medium Risk', 'amber'],
    [70, 'High Risk', 'red'],
  ] as const) {
    await answerEmployee(page, { ...counted, risk_score })
    await openWhole(page, '/dashboard/employee')
    const badge = page.getByText(words, { exact: true })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      const what = `${words} in ${colorScheme}`
      expect(await riskColourOf(badge), what).toBe(colour)
      expect(await riskColourOf(page.locator('.gauge-fill'), 'stroke'), what).toBe(colour)
    }
  }
})

test('without threats the screen says so and keeps the four tips', {
  tag: ['@R129', '@R117'],
}, async ({ page }) => {
  await page.goto('/dashboard/employee')
  await expect(page.getByText('No Threats Detected', { exact: true })).toBeVisible()
  await expect(
    page.getByRole('region', { name: 'Security tips' }).getByRole('listitem'),
  ).toHaveCount(4)
})

test('while the data loads the screen shows only a loading text', {
  tag: ['@R130', '@R298'],
}, async ({ page }) => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route(employeeCall, async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/dashboard/employee')
  await expect(page.getByText('Loading your dashboard...')).toBeVisible()
  await expect(page.getByText('Failed to load')).toHaveCount(0)
  await expect(page.getByRole('meter')).toHaveCount(0)
  release()
  await expect(page.getByRole('meter')).toBeVisible()
  await expect(page.getByText('Loading your dashboard...')).toHaveCount(0)
})

test('after each failure the screen shows an error, and Try Again recovers', {
  tag: ['@R131', '@R132', '@R298', '@R007'],
}, async ({ page }) => {
  const message = page.getByText('Failed to load dashboard data', { exact: true })
  for (const [fault, answer] of [
    ['a 500', { status: 500, body: '' }],
    ['a 403', { status: 403, body: '{"detail":"no"}' }],
    ['success false', { status: 200, body: '{"success":false,"error":"x"}' }],
    ['a web page', { status: 200, body: '<p>hello</p>' }],
    ['wrong types', { status: 200, body: '{"risk_score":"high"}' }],
  ] as const) {
    await test.step(fault, async () => {
      await page.route(employeeCall, (route) => route.fulfill(answer), { times: 1 })
      await page.goto('/dashboard/employee')
      await expect(message).toBeVisible()
      await expect(page.getByRole('meter')).toHaveCount(0)
      await page.getByRole('button', { name: 'Try Again', exact: true }).click()
      await expect(page.getByRole('meter')).toBeVisible()
      await expect(message).toHaveCount(0)
    })
  }
})
