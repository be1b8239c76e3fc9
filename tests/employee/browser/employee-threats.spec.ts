import type { Page } from '@playwright/test'
import { expect, test } from '../../support/browser/browser.ts'
import { riskColourOf } from '../../support/browser/colour.ts'
import { openWhole } from '../../support/browser/first-calls.ts'
import { answerEmployee, counted, threat } from '../../support/worlds/employee-answers.ts'
import { reportScans } from '../../support/worlds/factories.ts'
import { findings } from '../../support/worlds/findings.ts'

const threats = (page: Page) =>
  page.getByRole('region', { name: 'Recent threats' }).locator('li:has(h4)')

test.beforeEach(async ({ page, users }) => {
  await users.signIn(page, await users.make())
})

test('every threat shows subject, sender, level, reason and time', {
  tag: [
    '@R116',
    '@R118',
    '@R119',
    '@R120',
    '@R121',
    '@R122',
    '@R123',
    '@R124',
    '@R006',
    '@firefox',
  ],
}, async ({ page }) => {
  const levels = ['safe', 'suspicious', 'malicious'] as const
  await answerEmployee(page, {
    ...counted,
    recent_phishing_emails: levels.map((threat_level, index) =>
      threat({ id: index, threat_level, sender_domain: `${threat_level}.example` }),
    ),
  })
  await openWhole(page, '/dashboard/employee')
  await expect(threats(page)).toHaveCount(3)
  const colours = { safe: 'green', suspicious: 'amber', malicious: 'red' } as const
  for (const level of levels) {
    const item = threats(page).filter({ hasText: `${level}.example` })
    await expect(item).toContainText('Confirm your account')
    await expect(item).toContainText('The link leads elsewhere.')
    await expect(item).toContainText(/Mar 1, 2026/)
    await expect(item.locator('time')).toHaveAttribute('datetime', '2026-03-01T09:30:00.000Z')
    const badge = item.getByText(level, { exact: false }).first()
    await expect(badge).toHaveText(new RegExp(level, 'i'))
    await expect(badge.locator('svg')).toBeVisible()
    expect(await riskColourOf(badge), level).toBe(colours[level])
  }
})

test('a threat shows three of its indicators, and missing fields leave gaps instead of a broken screen', {
  tag: ['@R125', '@R126', '@R127', '@R008', '@R128'],
}, async ({ page }) => {
  await test.step('three indicators of a threat are shown, then the number of the others', async () => {
    const cases = [
      [5, 3, ['+2 more']],
      [4, 3, ['+1 more']],
      [3, 3, []],
      [0, 0, []],
    ] as const
    await answerEmployee(page, {
      ...counted,
      recent_phishing_emails: cases.map(([count], id) => {
        const indicators = Array.from({ length: count }, (_, index) => `sign number ${index}`)
        return threat({ id, scan_details: { content_analysis: { indicators } } })
      }),
    })
    await openWhole(page, '/dashboard/employee')
    await expect(threats(page)).toHaveCount(cases.length)
    for (const [at, [, shown, more]] of cases.entries()) {
      const row = threats(page).nth(at)
      await expect(row.getByText(/sign number/)).toHaveCount(shown)
      await expect(row.getByText(/^\+\d+ more$/)).toHaveText([...more])
    }
  })
  await test.step('missing and null fields leave gaps instead of a broken screen', async () => {
    await answerEmployee(page, {
      recent_phishing_emails: [
        { id: 1 },
        threat({ id: 2, email_subject: null, sender_domain: null, detection_reason: null }),
        threat({ id: 3, timestamp: null, scan_details: { content_analysis: null } }),
        threat({ id: 4, threat_level: 'unheard-of', timestamp: 'some day' }),
      ],
    })
    await openWhole(page, '/dashboard/employee')
    await expect(threats(page)).toHaveCount(4)
    await expect(threats(page).first()).toContainText('Subject not kept')
    await expect(threats(page).filter({ hasText: 'some day' })).toHaveCount(1)
    await expect(page.getByText('Invalid Date')).toHaveCount(0)
    await expect(page.getByRole('meter')).toHaveAttribute('aria-valuenow', '0')
  })
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

const nothingScanned = {
  ...counted,
  risk_score: 0,
  total_emails_scanned: 0,
  phishing_emails_caught: 0,
  safe_emails: 0,
  explains_risk: true,
}
const scoreCard = (page: Page) => page.getByRole('region', { name: 'Your risk score' })

test('before any mail is scanned a super admin is led to the connection of mail', async ({
  page,
  users,
}) => {
  const user = await users.make({ role: 'super_admin' })
  await users.signIn(page, user)
  await answerEmployee(page, nothingScanned)
  await openWhole(page, '/dashboard/employee')
  await expect(scoreCard(page).getByRole('link')).toHaveText(['Connect your mail'])
  await scoreCard(page).getByRole('link').press('Enter')
  await expect(page).toHaveURL(`/dashboard/admin?view=organization&id=${user.organizationId}`)
  await expect(page.getByRole('tab', { name: 'Connect your mail' })).toBeVisible()
})
