import { expect, test } from '../../support/browser/browser.ts'

const call = '**/api/privacy-policy'
const policy = {
  title: 'How we treat your mail',
  effective_date: '2025-03-01',
  sections: [
    { title: 'First', content: 'One.\nTwo.' },
    { title: 'Second <b>', content: '<img src=x onerror="document.title=1">' },
  ],
}

test('a policy that does not arrive is abandoned, and the page says so', {
  tag: ['@R257'],
}, async ({ page, console }) => {
  console.expect(/Privacy policy:/)
  await page.addInitScript(() => {
    // The page's own clock controls the timeout.
    AbortSignal.timeout = (milliseconds) => {
      const controller = new AbortController()
      Reflect.set(window, 'givenUpAfterMs', milliseconds)
      Reflect.set(window, 'giveUp', () => controller.abort(new DOMException('', 'TimeoutError')))
      return controller.signal
    }
  })
  await page.route('**/api/privacy-policy', () => {})
  await page.goto('/privacy-policy')
  await expect(page.getByText('Loading Privacy Policy...')).toBeVisible()
  // The text is there before the code.
  await page.waitForFunction(() => 'givenUpAfterMs' in window)
  const milliseconds = await page.evaluate<number>(() => Reflect.get(window, 'givenUpAfterMs'))
  expect(milliseconds).toBeGreaterThanOrEqual(10_000)
  expect(milliseconds).toBeLessThanOrEqual(30_000)
  await page.evaluate(() => Reflect.get(window, 'giveUp')())
  await expect(page.getByText('Privacy Policy not available')).toBeVisible()
  await expect(page.getByText('Loading Privacy Policy...')).toBeHidden()
})

test('the policy comes from the server in its order, as text, by one call', {
  tag: ['@R009', '@R023', '@R250', '@R251', '@R253', '@R254', '@R258', '@firefox'],
}, async ({ page }) => {
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await page.route(call, (route) => route.fulfill({ json: policy }))
  const request = page.waitForRequest(call)
  await page.goto('/privacy-policy')
  expect((await request).headers().authorization).toBeUndefined()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(policy.title)
  await expect(page.getByText('Effective Mar 1, 2025')).toBeVisible()
  await expect(page.locator('article h2')).toHaveText(['First', 'Second <b>'])
  await expect(page.getByText('<img src=x')).toBeVisible()
  await expect(page.locator('article img')).toHaveCount(0)
  await expect(page.locator('article footer')).toContainText('Last updated Mar 1, 2025')
  await page.waitForLoadState('networkidle')
  expect(requests.filter((url) => !/favicon|icons|manifest/.test(url))).toHaveLength(2)
})

test('a policy with a later update, or without most of it, is shown as far as possible', {
  tag: ['@R008', '@R254'],
}, async ({ page }) => {
  const last_updated = '2026-02-03T10:00:00'
  await page.route(call, (route) => route.fulfill({ json: { ...policy, last_updated } }))
  await page.goto('/privacy-policy')
  await expect(page.locator('article footer')).toContainText('Last updated Feb 3, 2026')
  const sections = [{ title: '', content: 'Untitled.' }, { content: 'Nameless.' }]
  for (const given of [null, sections]) {
    const json = { title: 'Short', effective_date: 'soon', sections: given }
    await page.route(call, (route) => route.fulfill({ json }))
    await page.goto('/privacy-policy')
    await expect(page.getByText('Effective soon')).toBeVisible()
  }
  await expect(page.getByText('Nameless.')).toBeVisible()
  await expect(page.locator('section:has-text("Untitled.") h2')).toHaveCount(0)
})

test('intro, loading text and the link home are there before the answer', {
  tag: ['@R252', '@R255', '@R256'],
}, async ({ page }) => {
  const gate = Promise.withResolvers<void>()
  await page.route(call, async (route) => {
    await gate.promise
    await route.fulfill({ json: policy })
  })
  await page.goto('/privacy-policy', { waitUntil: 'domcontentloaded' })
  await expect(page.getByText('Loading Privacy Policy...')).toBeVisible()
  await expect(page.getByText('We protect mail for a living')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/')
  gate.resolve()
  await expect(page.getByText('Loading Privacy Policy...')).toBeHidden()
})

test('each failure of the server leads to one plain sentence', { tag: ['@R257'] }, async ({
  page,
  console,
}) => {
  console.expect(/Privacy policy:/)
  console.expect(/500/)
  for (const respond of [{ status: 500, body: 'secret stack' }, { json: [] }, { body: '<html>' }]) {
    await page.route(call, (route) => route.fulfill(respond))
    await page.goto('/privacy-policy')
    await expect(page.getByText('Privacy Policy not available')).toBeVisible()
    for (const day of await page.locator('article time').all()) await expect(day).toBeHidden()
    await expect(page.getByText('secret')).toHaveCount(0)
  }
})

test('a missing network is logged and leads to one plain sentence', {
  tag: ['@R257', '@R368'],
}, async ({ page, console }) => {
  console.expect(/Privacy policy:/)
  console.expect(/net::/)
  const logged = page.waitForEvent('console', (message) => /^Privacy policy:/.test(message.text()))
  await page.route(call, (route) => route.abort())
  await page.goto('/privacy-policy')
  await expect(page.getByText('Privacy Policy not available')).toBeVisible()
  expect((await logged).type()).toBe('error')
  await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(0)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
