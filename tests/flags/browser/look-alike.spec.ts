import type { Page } from '@playwright/test'
import { expect, test } from '../../support/browser/browser.ts'

/** A Cyrillic a in 'paypal', a text that runs backwards, and genuine Arabic. */
const lookAlike = 'p\u0430ypal.com'
const reversed = 'moc.lap\u202eyap'
const arabic = '\u0643\u0647\u0631\u0628\u0627\u0621.\u0645\u0648\u0642\u0639'
const created_at = '2026-03-01T09:30:00Z'
const word = 'Look-alike letters'

async function expectShown(page: Page, rows: ReturnType<Page['locator']>) {
  const row = (text: string) => rows.filter({ has: page.getByText(text, { exact: true }) })
  for (const text of ['xn--pypal-4ve.com', 'moc.lap[U+202E]yap']) {
    await expect(row(text)).toHaveCount(1)
    await expect(row(text).getByText(word, { exact: true })).toBeVisible()
    await expect(row(text).locator('svg').and(page.locator(':visible')).first()).toBeVisible()
  }
  await expect(row(arabic)).toHaveCount(1)
  await expect(row(arabic).getByText(word)).toHaveCount(0)
  await expect(page.getByText(lookAlike)).toHaveCount(0)
  await expect(page.getByText('\u202e')).toHaveCount(0)
}

test.beforeEach(async ({ page, users }) => {
  await users.signIn(page, await users.make())
})

test('a threat and a flag show a look-alike sender in its network form, with a mark and a word', async ({
  page,
}) => {
  await test.step('a threat shows a look-alike sender in its network form, with a mark and a word', async () => {
    const recent_phishing_emails = [lookAlike, reversed, arabic].map((sender_domain, id) => ({
      id,
      email_subject: 'Confirm your account',
      sender_domain,
      threat_level: 'suspicious',
      detection_reason: 'The link leads elsewhere.',
      timestamp: created_at,
    }))
    await page.route('**/api/dashboard/employee*', (route) =>
      route.fulfill({ json: { total_emails_scanned: 90, recent_phishing_emails } }),
    )
    await page.goto('/dashboard/employee')
    const threats = page.getByRole('region', { name: 'Recent threats' })
    await expectShown(page, threats.locator('li:has(h4)').locator('p:has(bdi)'))
  })
  await test.step('a flag shows a look-alike value in its network form, with a mark and a word', async () => {
    const flags = [lookAlike, reversed, arabic].map((value, id) => ({
      id,
      flag_type: 'red',
      value,
      reason: null,
      created_at,
    }))
    await page.route('**/api/flags/list*', (route) =>
      route.fulfill({ json: { success: true, total: 3, green_count: 0, red_count: 3, flags } }),
    )
    await page.goto('/dashboard/employee?tab=flags')
    await expectShown(page, page.locator('p:has(bdi)'))
    const remove = page.getByRole('button', { name: /^Remove/ })
    await expect(remove.filter({ visible: true })).toHaveCount(3)
    await expect(page.getByRole('button', { name: /^Remove .*xn--pypal-4ve\.com/ })).toBeVisible()
  })
})
