import type { Page, Route } from '@playwright/test'
import { findViolations } from '../../support/browser/axe.ts'
import { expect, test } from '../../support/browser/browser.ts'
import { openWhole } from '../../support/browser/first-calls.ts'
import { expectLargeTextFits, findOverlaps } from '../../support/browser/fit.ts'

const mails = [
  {
    id: 'm1',
    email_subject: '',
    sender_domain: 'bank-login.example',
    sender_address: '',
    threat_level: 'malicious',
    detection_reason: 'A link opens a page that is known for phishing',
    timestamp: '2026-03-01T09:30:00Z',
    disposition: 'quarantined',
    scan_details: {
      content_analysis: {
        indicators: ['Look-alike domain', 'Urgent wording', 'New sender', 'Link'],
      },
    },
    delete_after: null,
    authentication: { spf: 'fail', dkim: 'none', dmarc: 'fail' },
  },
  {
    id: 'm2',
    email_subject: 'Your invoice for March',
    sender_domain: 'supplier.example',
    sender_address: 'billing@supplier.example',
    threat_level: 'safe',
    detection_reason: '',
    timestamp: '2026-02-27T11:00:00Z',
    disposition: 'delivered',
    scan_details: { content_analysis: { indicators: [] } },
    delete_after: '2026-03-29T11:00:00Z',
    authentication: { spf: 'pass', dkim: 'pass', dmarc: 'pass' },
  },
  {
    id: 'm3',
    email_subject:
      'Confirm your account before Friday, or your mailbox and all of its folders will be closed',
    sender_domain: 'mail-team.example',
    sender_address: 'no-reply@mail-team.example',
    threat_level: 'suspicious',
    detection_reason: 'Nothing proves who sent it',
    timestamp: '2026-02-20T08:15:00Z',
    disposition: 'delivered',
    scan_details: { content_analysis: { indicators: ['Urgent wording'] } },
    delete_after: '2026-03-22T08:15:00Z',
    authentication: { spf: 'softfail', dkim: 'none', dmarc: 'none' },
  },
] as const

const history = {
  of_domain: {
    safe: 9,
    suspicious: 2,
    malicious: 1,
    first_at: '2026-02-02T08:00:00Z',
    last_at: '2026-03-01T09:30:00Z',
    is_part: false,
  },
  of_address: {
    safe: 3,
    suspicious: 0,
    malicious: 0,
    first_at: '2026-02-02T08:00:00Z',
    last_at: '2026-02-27T11:00:00Z',
    is_part: false,
  },
}

/** A server with these mails, in pages of two. @returns the queries that it was asked */
async function serveMessages(page: Page): Promise<string[]> {
  const asked: string[] = []
  const dashboard = { total_emails_scanned: 90, recent_phishing_emails: [], lists_messages: true }
  await page.route('**/api/dashboard/employee*', (route) => route.fulfill({ json: dashboard }))
  await page.route('**/api/messages?*', async (route: Route) => {
    const query = new URL(route.request().url()).searchParams
    asked.push(String(query))
    const q = (query.get('q') ?? '').toLowerCase()
    const found = mails.filter(
      (mail) =>
        `${mail.email_subject} ${mail.sender_address || mail.sender_domain}`
          .toLowerCase()
          .includes(q) && (query.get('level') ?? mail.threat_level) === mail.threat_level,
    )
    const first = query.has('cursor') ? 2 : 0
    const next = new URLSearchParams({ ...Object.fromEntries(query), cursor: 'next' })
    const hasMore = found.length > first + 2
    await route.fulfill({
      json: found.slice(first, first + 2),
      headers: hasMore ? { link: `</api/messages?${next}>; rel="next"` } : {},
    })
  })
  await page.route('**/api/messages/*', async (route) => {
    const id = route.request().url().split('/').at(-1)
    const message = mails.find((mail) => mail.id === id)
    if (message === undefined) return route.fulfill({ status: 404, json: { detail: 'no' } })
    const isKnown = message.sender_address !== ''
    await route.fulfill({
      json: { message, ...history, of_address: isKnown ? history.of_address : null },
    })
  })
  return asked
}

const rows = (page: Page) => page.getByRole('list', { name: 'Messages' }).locator('> li')

test('a user asks about a mail: see all, search, open, and back', async ({ page, users }) => {
  await users.signIn(page, await users.make())
  const asked = await serveMessages(page)
  await openWhole(page, '/dashboard/employee')
  await page.getByRole('link', { name: 'See all' }).click()
  const heading = page.getByRole('heading', { level: 1, name: 'Messages' })
  await expect(heading).toBeFocused()
  await expect(page).toHaveTitle('Messages · Aman')
  await expect(page).toHaveURL('/dashboard/employee?view=messages')
  await expect(page.getByText('The first 2 messages')).toBeVisible()

  await page.getByRole('button', { name: 'Load more' }).click()
  await expect(page.getByText('3 messages', { exact: true })).toBeVisible()

  await page.getByRole('searchbox').pressSequentially('invoice')
  await expect(page.getByText('1 message', { exact: true })).toBeVisible()
  await expect(page).toHaveURL('/dashboard/employee?view=messages&q=invoice')
  // A pause within the word is a search, too.
  await expect.poll(() => asked.at(-1)).toBe('limit=50&q=invoice')

  const row = page.getByRole('button', { name: /Your invoice for March/ })
  await row.press('Enter')
  await expect(row).toHaveAttribute('aria-expanded', 'true')
  await expect(page.getByText('It really came from this domain.')).toBeVisible()
  await expect(page.getByText('It was delivered to your inbox.')).toBeVisible()
  await expect(page.getByText(/All of it is deleted on Mar 29, 2026/)).toBeVisible()
  await expect(page.getByText('12 mails')).toBeVisible()
  await expect(page.getByText('3 mails')).toBeVisible()
  await page.reload()
  await expect(row).toHaveAttribute('aria-expanded', 'true')
  await row.press('Enter')
  await expect(row).toHaveAttribute('aria-expanded', 'false')

  await page.getByRole('searchbox').fill('x@never.example')
  await expect(page.getByText('We have not seen mail from x@never.example')).toBeVisible()
  await page.getByRole('button', { name: 'Clear search and filters' }).click()
  await expect(rows(page)).toHaveCount(2)
  await expect(page.getByRole('searchbox')).toHaveValue('')

  await page.getByRole('link', { name: 'Back to My Dashboard' }).click()
  await expect(page).toHaveURL('/dashboard/employee')
  await expect(page).toHaveTitle('My Dashboard · Aman')
  await page.goBack()
  await expect(heading).toBeVisible()
})

test('filters, order and an open message are in the address', {
  tag: ['@arabic'],
}, async ({ page, users }) => {
  await users.signIn(page, await users.make())
  const asked = await serveMessages(page)
  await page.goto('/dashboard/employee?tab=flags&view=messages&level=malicious&message=m1')
  await expect(page.getByText('It was held back and is not in your inbox.')).toBeVisible()
  await expect(page.getByText(/Only the domain of the sender and why/)).toBeVisible()
  await expect(page.getByText('From this address')).toBeHidden()
  await expect(page.getByLabel('Verdict')).toHaveValue('malicious')
  await page.getByLabel('Sort by').selectOption('bySender')
  await page.getByLabel('From').fill('2026-03-01')
  await expect(page).toHaveURL(/level=malicious&message=m1&sort=sender&from=2026-03-01$/)
  const from = await page.evaluate(() => new Date(2026, 2, 1).toISOString())
  await expect
    .poll(() => Object.fromEntries(new URLSearchParams(asked.at(-1))))
    .toMatchObject({ sort: 'sender', from })
  await page.getByRole('link', { name: 'Back to My Dashboard' }).click()
  await expect(page).toHaveURL('/dashboard/employee?tab=flags')
})

test('a link to a message that is not in the list shows it, or that it is gone, in windows of any width', async ({
  console,
  page,
  users,
}) => {
  console.expect(/^404 GET \/api\/messages\//)
  await users.signIn(page, await users.make())
  await serveMessages(page)
  await page.goto('/dashboard/employee?view=messages&message=m3')
  await expect(page.getByText('Nothing proves who sent it', { exact: true }).first()).toBeVisible()
  await expect(rows(page)).toHaveCount(3)
  await page.goto('/dashboard/employee?view=messages&message=gone')
  await expect(page.getByText('This message is not kept any more')).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(page).toHaveURL('/dashboard/employee?view=messages')
  await test.step('an open message fits windows of any width in both colour schemes, without a violation', async () => {
    await page.goto('/dashboard/employee?view=messages&message=m1')
    await expect(page.getByText('From anyone at this domain')).toBeVisible()
    for (const [width, colorScheme] of [
      [1440, 'light'],
      [360, 'dark'],
      [320, 'light'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme })
      const look = `${width} px in ${colorScheme}`
      expect(await findViolations(page), look).toEqual([])
      const wide = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(wide).toBeLessThanOrEqual(width)
      expect(await findOverlaps(page, 'main li'), look).toEqual([])
    }
    await expectLargeTextFits(page)
  })
})
