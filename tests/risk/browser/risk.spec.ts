import type { Page } from '@playwright/test'
import { findViolations } from '../../support/browser/axe.ts'
import { expect, test } from '../../support/browser/browser.ts'
import { expectEveryLook } from '../../support/browser/every-look.ts'

const answer = {
  risk_score: 67.2,
  points: 27.87,
  mails: [
    {
      id: 1,
      received_at: '2026-03-01T09:30:00.000Z',
      sender_domain: 'came-in-with-a-long-name.lookalike.example',
      threat_level: 'malicious',
      is_delivered: true,
      points_received: 20,
      points: 18.5,
    },
    {
      id: 2,
      received_at: '2026-02-27T09:30:00.000Z',
      sender_domain: 'again.example',
      threat_level: 'suspicious',
      is_delivered: false,
      points_received: 1,
      points: 0.9,
    },
  ],
  other_mail: { mail_count: 12, points: 8.47 },
  weeks: Array.from({ length: 12 }, (_, index) => ({
    week: new Date(Date.UTC(2025, 11, 15 + 7 * index)).toISOString().slice(0, 10),
    score: index < 3 ? null : 20 + 4.3 * index,
  })),
  weeks_since: '2026-01-05',
  forecast: [{ band: 'low', days: 50 }],
  repeated_sender: { sender_domain: 'again.example', mail_count: 3 },
  is_mail_check_offered: true,
}

async function answerRisk(page: Page) {
  await page.route('**/api/risk', (route) => route.fulfill({ json: answer }))
}

test.beforeEach(async ({ page, users }) => {
  await users.signIn(page, await users.make())
})

test('one press on the overview says why the score is what it is, by keyboard too', {
  tag: ['@firefox', '@arabic'],
}, async ({ page }) => {
  await page.route('**/api/dashboard/employee*', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), risk_score: 67.2 } })
  })
  await answerRisk(page)
  await page.goto('/dashboard/employee')
  const link = page.getByRole('link', { name: 'Why 67, and what you can do' })
  await link.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/dashboard/employee?view=risk')
  await expect(page.getByRole('heading', { level: 1, name: 'Why 67' })).toBeVisible()
  await expect(page).toHaveTitle('Why 67 · Aman')
  await expect(page.getByText('Without new attacks: Low Risk in about 7 weeks.')).toBeVisible()

  const rows = page.getByRole('table', { name: 'What makes up the 67' }).getByRole('row')
  await expect(rows).toHaveCount(5)
  // 44.6, 2.2 and 20.4 points of the score, in whole numbers that add up.
  await expect(rows.nth(1).getByRole('cell').last()).toHaveText('45')
  await expect(rows.nth(2).getByRole('cell').last()).toHaveText('2')
  await expect(rows.nth(3).getByRole('cell').last()).toHaveText('20')
  await expect(rows.nth(4).getByRole('cell').last()).toHaveText('67')
  await expect(rows.nth(1)).toContainText('Reached your inbox')
  await expect(rows.nth(1)).toContainText('20 when it came, 18.5 today')

  await expect(page.getByRole('link', { name: 'Find and report it' })).toHaveAttribute(
    'href',
    '/dashboard/employee?view=messages&q=came-in-with-a-long-name.lookalike.example',
  )
  await expect(page.getByRole('link', { name: 'Block this sender' })).toBeVisible()
  await expect(page.getByText('Scores of weeks are kept since Jan 5, 2026.')).toBeVisible()

  const reader = page.getByRole('slider', { name: 'Your risk score by week: read single values' })
  await reader.focus()
  await expect(reader).toHaveAttribute('aria-valuetext', 'Week of Mar 2, 2026, Risk score: 67')
  await page.keyboard.press('Home')
  await expect(reader).toHaveAttribute(
    'aria-valuetext',
    'Week of Dec 15, 2025, Risk score: No data',
  )
  await page.getByRole('button', { name: 'Show as table' }).press('Enter')
  const weeks = page.getByRole('table', { name: 'Your risk score by week' })
  await expect(weeks.getByRole('row')).toHaveCount(13)
  await test.step('it fits a window of 320 pixels in every look, and on paper', async () => {
    await expectEveryLook(page)
    await page.setViewportSize({ width: 320, height: 800 })
    for (const settings of [{ forcedColors: 'active' }, { media: 'print' }] as const) {
      await page.emulateMedia(settings)
      // Firefox has a scroll bar beside the page.
      const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(scrollWidth).toBeLessThanOrEqual(320)
      expect(await findViolations(page)).toEqual([])
    }
    await page.emulateMedia({ forcedColors: null, media: null })
  })
  await page.getByRole('link', { name: 'Back to My Dashboard' }).press('Enter')
  await expect(link).toBeVisible()
})
