import type { Page } from '@playwright/test'
import { expect, test } from '../../support/browser/browser.ts'
import { openWhole } from '../../support/browser/first-calls.ts'
import { answerEmployee, counted, threat } from '../../support/worlds/dashboard-answers.ts'
import { findings } from '../../support/worlds/in-english.ts'
import { reportScans } from '../../support/worlds/mail-factories.ts'

const threats = (page: Page) =>
  page.getByRole('region', { name: 'Recent threats' }).locator('li:has(h4)')

test.beforeEach(async ({ page, users }) => {
  await users.signIn(page, await users.make())
})

test('an Arabic page says in Arabic why mail was judged, and asks for it once', async ({
  page,
  place,
  users,
}) => {
  const user = await users.make()
  await users.signIn(page, user)
  await reportScans(place, user, [
    {
      threat_level: 'suspicious',
      detection_reason: findings.other_link_target,
      indicators: [findings.new_domain, 'Looks odd to Gateway 7.'],
    },
  ])
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (/^\/api\/(?:dashboard|messages)/.test(pathname)) asked.push(pathname + search)
  })
  await openWhole(page, '/ar/dashboard/employee')
  const reason = page.getByText('يعرض أحد الروابط عنوانًا ويفتح عنوانًا آخر')
  await expect(reason).toBeVisible()
  await expect(page.getByText('يفتح أحد الروابط نطاقًا عمره أيام فقط')).toBeVisible()
  const foreign = page.getByText('Looks odd to Gateway 7.')
  expect(await foreign.evaluate((element) => getComputedStyle(element).direction)).toBe('ltr')
  await page.goto('/ar/dashboard/employee?view=messages')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
  // A page whose code loads slowly is idle before it asks.
  await expect
    .poll(() => asked)
    .toEqual(['/api/dashboard/employee?locale=ar', '/api/messages?limit=50&locale=ar'])
})

test('the five newest threats stand out beside the tips, and the older ones have the whole width', {
  tag: ['@R116', '@R117'],
}, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  const recent_phishing_emails = Array.from({ length: 10 }, (_, index) => {
    const month = index < 8 ? 4 : 10 - index
    return threat({ id: index, timestamp: `2026-0${month}-1${9 - index}T09:30:00Z` })
  })
  await answerEmployee(page, { ...counted, recent_phishing_emails })
  await openWhole(page, '/dashboard/employee')
  await expect(threats(page)).toHaveCount(10)
  const region = page.getByRole('region', { name: 'Recent threats' })
  await expect(region.getByRole('heading', { level: 2 })).toHaveText(['Recent threats', 'Older'])
  await expect(region.getByRole('heading', { level: 3 })).toHaveText([
    'April 2026',
    'April 2026',
    'February 2026',
    'January 2026',
  ])
  const boxOf = async (index: number) => {
    const { x = 0, y = 0, width = 0 } = (await threats(page).nth(index).boundingBox()) ?? {}
    return { x, y, width }
  }
  const older = await region.getByRole('heading', { name: 'Older' }).boundingBox()
  expect((await boxOf(4)).y).toBeLessThan(older?.y ?? 0)
  expect((await boxOf(5)).y).toBeGreaterThan(older?.y ?? 0)
  const tips = await page.getByRole('region', { name: 'Security tips' }).boundingBox()
  expect(tips?.y).toBeLessThan((await boxOf(0)).y)
  expect(tips?.x).toBeGreaterThan((await boxOf(0)).x + (await boxOf(0)).width)
  // Short months stand beside each other, and so do the threats of a long one.
  for (const [first, second] of [
    [5, 6],
    [8, 9],
  ] as const) {
    const [one, other] = [await boxOf(first), await boxOf(second)]
    expect(other.y).toBe(one.y)
    expect(other.x).toBeGreaterThan(one.x + one.width)
    expect(other.x + other.width).toBeGreaterThan(1200)
  }
  const paint = (index: number) =>
    threats(page)
      .nth(index)
      .evaluate((it) => getComputedStyle(it).backgroundColor)
  expect(await paint(4)).not.toBe(await paint(5))
  await page.setViewportSize({ width: 390, height: 800 })
  expect((await boxOf(6)).x).toBe((await boxOf(5)).x)
})
