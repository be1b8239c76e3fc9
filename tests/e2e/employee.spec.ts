import type { Page } from '@playwright/test'
import { expect, test } from '../support/browser.ts'
import { riskColourOf } from '../support/colour.ts'

const call = '**/api/dashboard/employee'

const counted = {
  risk_score: 12,
  total_emails_scanned: 1284,
  phishing_emails_caught: 37,
  safe_emails: 1247,
  recent_phishing_emails: [],
}

function threat(overrides: Record<string, unknown> = {}) {
  return {
    id: 't1',
    email_subject: 'Confirm your account',
    sender_domain: 'lookalike.example',
    threat_level: 'malicious',
    detection_reason: 'The link leads elsewhere.',
    timestamp: '2026-03-01T09:30:00Z',
    scan_details: { content_analysis: { indicators: ['one', 'two', 'three', 'four', 'five'] } },
    ...overrides,
  }
}

async function answerWith(page: Page, data: object) {
  await page.route(call, (route) => route.fulfill({ json: data }))
}

const threats = (page: Page) =>
  page.getByRole('region', { name: 'Recent threats' }).locator('> ul > li:has(h4)')

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

test('the open tab is in the address, and arrow keys change it', { tag: '@firefox' }, async ({
  page,
}) => {
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
  await answerWith(page, counted)
  await page.goto('/dashboard/employee')
  for (const [label, count] of [
    ['Total emails scanned', '1,284'],
    ['Phishing emails caught', '37'],
    ['Safe emails', '1,247'],
  ] as const) {
    await expect(page.getByText(label, { exact: true }).locator('xpath=..')).toContainText(count)
  }
})

for (const [score, shown, words] of [
  [29.4, '29', 'Low Risk'],
  [69.6, '70', 'Medium Risk'],
  [70, '70', 'High Risk'],
  [140, '100', 'High Risk'],
  [-5, '0', 'Low Risk'],
] as const) {
  test(`a risk of ${score} is shown as ${shown}, ${words}`, {
    tag: ['@R112', '@R294', '@R295', '@R296', '@R297'],
  }, async ({ page }) => {
    await answerWith(page, { ...counted, risk_score: score })
    await page.goto('/dashboard/employee')
    const gauge = page.getByRole('meter', { name: 'Your risk score' })
    await expect(gauge).toHaveAttribute('aria-valuenow', shown)
    await expect(gauge).toContainText(shown)
    await expect(page.getByText(words, { exact: true })).toBeVisible()
  })
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`in ${colorScheme} low risk is green, medium amber and high red on badge and gauge`, {
    tag: ['@R294', '@R295', '@R296'],
  }, async ({ page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    for (const [risk_score, words, colour] of [
      [10, 'Low Risk', 'green'],
      [69.9, 'Medium Risk', 'amber'],
      [70, 'High Risk', 'red'],
    ] as const) {
      await answerWith(page, { ...counted, risk_score })
      await page.goto('/dashboard/employee')
      const badge = page.getByText(words, { exact: true })
      await expect(badge).toBeVisible()
      expect(await riskColourOf(badge), words).toBe(colour)
      expect(await riskColourOf(page.locator('.gauge-fill'), 'stroke'), words).toBe(colour)
    }
  })
}

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
  await answerWith(page, {
    ...counted,
    recent_phishing_emails: levels.map((threat_level, index) =>
      threat({ id: index, threat_level, sender_domain: `${threat_level}.example` }),
    ),
  })
  await page.goto('/dashboard/employee')
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

for (const [count, shown, more] of [
  [5, 3, '+2 more'],
  [4, 3, '+1 more'],
  [3, 3, undefined],
  [0, 0, undefined],
] as const) {
  test(`of ${count} indicators ${shown} are shown, then ${more ?? 'nothing'}`, {
    tag: ['@R125', '@R126', '@R127'],
  }, async ({ page }) => {
    const indicators = Array.from({ length: count }, (_, index) => `sign number ${index}`)
    await answerWith(page, {
      ...counted,
      recent_phishing_emails: [threat({ scan_details: { content_analysis: { indicators } } })],
    })
    await page.goto('/dashboard/employee')
    await expect(threats(page)).toHaveCount(1)
    await expect(threats(page).getByText(/sign number/)).toHaveCount(shown)
    const rest = threats(page).getByText(/^\+\d+ more$/)
    if (more === undefined) await expect(rest).toHaveCount(0)
    else await expect(rest).toHaveText(more)
  })
}

test('missing and null fields leave gaps instead of a broken screen', {
  tag: ['@R008', '@R128'],
}, async ({ page }) => {
  await answerWith(page, {
    recent_phishing_emails: [
      { id: 1 },
      threat({ id: 2, email_subject: null, sender_domain: null, detection_reason: null }),
      threat({ id: 3, timestamp: null, scan_details: { content_analysis: null } }),
      threat({ id: 4, threat_level: 'unheard-of', timestamp: 'some day' }),
    ],
  })
  await page.goto('/dashboard/employee')
  await expect(threats(page)).toHaveCount(4)
  await expect(threats(page).first()).toContainText('Subject not kept')
  await expect(threats(page).filter({ hasText: 'some day' })).toHaveCount(1)
  await expect(page.getByText('Invalid Date')).toHaveCount(0)
  await expect(page.getByRole('meter')).toHaveAttribute('aria-valuenow', '0')
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
  await page.route(call, async (route) => {
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

for (const [fault, answer] of [
  ['a 500', { status: 500, body: '' }],
  ['a 403', { status: 403, body: '{"detail":"no"}' }],
  ['success false', { status: 200, body: '{"success":false,"error":"x"}' }],
  ['a web page', { status: 200, body: '<p>hello</p>' }],
  ['wrong types', { status: 200, body: '{"risk_score":"high"}' }],
] as const) {
  test(`after ${fault} the screen shows an error, and Try Again recovers`, {
    tag: ['@R131', '@R132', '@R298', '@R007'],
  }, async ({ page }) => {
    await page.route(call, (route) => route.fulfill(answer), { times: 1 })
    await page.goto('/dashboard/employee')
    const message = page.getByText('Failed to load dashboard data', { exact: true })
    await expect(message).toBeVisible()
    await expect(page.getByRole('meter')).toHaveCount(0)
    await page.getByRole('button', { name: 'Try Again', exact: true }).click()
    await expect(page.getByRole('meter')).toBeVisible()
    await expect(message).toHaveCount(0)
  })
}

test('values from the server are shown as text', { tag: ['@R009'] }, async ({ page }) => {
  const hostile = '<img src=x onerror=document.title="hacked">'
  await answerWith(page, {
    ...counted,
    recent_phishing_emails: [
      threat({
        email_subject: hostile,
        sender_domain: hostile,
        detection_reason: hostile,
        timestamp: hostile,
        scan_details: { content_analysis: { indicators: [hostile] } },
      }),
    ],
  })
  await page.goto('/dashboard/employee')
  await expect(page.getByText(hostile)).toHaveCount(5)
  await expect(page.locator('img')).toHaveCount(0)
})
