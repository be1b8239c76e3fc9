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

test('intro, loading text and the link home are there before the policy, which comes from the server in its order, as text, by one call', {
  tag: [
    '@R009',
    '@R023',
    '@R250',
    '@R251',
    '@R252',
    '@R253',
    '@R254',
    '@R255',
    '@R256',
    '@R258',
    '@firefox',
  ],
}, async ({ page }) => {
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  const gate = Promise.withResolvers<void>()
  await page.route(call, async (route) => {
    await gate.promise
    await route.fulfill({ json: policy })
  })
  const request = page.waitForRequest(call)
  await page.goto('/privacy-policy', { waitUntil: 'domcontentloaded' })
  await expect(page.getByText('Loading Privacy Policy...')).toBeVisible()
  await expect(page.getByText('We protect mail for a living')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/')
  gate.resolve()
  await expect(page.getByText('Loading Privacy Policy...')).toBeHidden()
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
