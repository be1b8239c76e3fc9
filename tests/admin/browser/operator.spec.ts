import { findViolations } from '../../support/browser/axe.ts'
import { expect, test } from '../../support/browser/browser.ts'
import { expectEveryLook } from '../../support/browser/every-look.ts'
import { expectLargeTextFits } from '../../support/browser/fit.ts'
import { callTo, requestsTo } from '../../support/browser/screen.ts'
import { serverUnderTest } from '../../support/server/server-under-test.ts'
import { makeOrganization, makeUser } from '../../support/worlds/factories.ts'
import { reportScans } from '../../support/worlds/mail-factories.ts'

const needs = {
  attacks: { count: 0 },
  silent_gateways: { count: 0 },
  refused_requests: {
    count: 1,
    refused: [
      {
        ...{ id: 7, name: 'Firm', requests: 312, scope: 'report', reason: 'expired_key' },
        last_at: '2026-03-01T09:30:00Z',
      },
    ],
  },
  unknown_keys: { count: 4, last_at: '2026-03-01T09:30:00Z' },
  expiring_keys: {
    count: 7,
    expiring: [{ id: 7, name: 'Firm', expires_at: '2026-03-09T09:30:00Z' }],
  },
  operator_keys: {
    count: 3,
    keys: [
      { id: 'a', note: 'mx1', need: 'expired', expires_at: '2026-03-01T09:30:00Z' },
      { id: 'b', note: '', need: 'expiring', expires_at: '2026-03-11T09:30:00Z' },
      { id: 'c', note: 'mx2', need: 'unused', created_at: '2026-02-01T09:30:00Z' },
    ],
  },
  undecided_judges: {
    count: 1,
    judges: [{ id: 9, name: 'Petra', per_thousand: 5, judged: 2048, marked: 3 }],
  },
  missing_factors: { count: 1, lacking: [{ id: 7, name: 'Firm', users: 3 }] },
  admins_without_factor: 2,
  invited_users: { count: 12, oldest_at: '2026-03-01T09:30:00Z' },
  waiting_mails: { count: 3, oldest_at: '2026-03-01T09:30:00Z', given_up: 1 },
}

test('the overview says what needs a super admin, by keyboard, on every window', {
  tag: ['@arabic'],
}, async ({ console, page, users }) => {
  console.expect(/500/)
  await users.signIn(page, await users.make({ role: 'super_admin' }))
  let answer: object = { status: 500, json: { error: 'down' } }
  await page.route(callTo('/api/admin/attention'), (route) => route.fulfill(answer))
  await page.goto('/dashboard/admin')
  const region = page.getByRole('region', { name: 'What else needs you' })
  await expect(region.getByText('Failed to load what needs you')).toBeVisible()
  answer = { json: needs }
  await region.getByRole('button', { name: 'Try Again' }).press('Enter')
  await expect(region.getByRole('heading', { level: 3 })).toHaveText([
    '1 organization whose gateway is refused',
    '7 organizations whose gateway keys expire soon',
    '3 gateway keys of the operator that expire, have expired or were never used',
    '4 requests of gateways without a known key were refused',
    '3 mails could not be sent yet',
    '1 mail was given up',
    '2 super admins without the required second factor',
    '1 organization whose judge only watches',
    '1 organization whose users lack the required second factor',
    '12 users were invited and have not come',
  ])
  await expect(region.getByText(/312/)).toContainText('Expired key')
  await expect(
    region.getByText('Expires on Mar 9, 2026; issue a new key before that'),
  ).toBeVisible()
  await expect(region.getByText('Expired Mar 1, 2026: what uses it is refused')).toBeVisible()
  await expect(region.getByText('Expires on Mar 11, 2026', { exact: true })).toBeVisible()
  await expect(region.getByText('Issued Feb 1, 2026 and never used')).toBeVisible()
  for (const name of ['mx1', 'Key without a note', 'Show keys']) {
    await expect(region.getByRole('link', { name })).toHaveAttribute(
      'href',
      '/dashboard/admin?view=keys',
    )
  }
  await expect(region.getByRole('link', { name: 'Firm' }).first()).toHaveAttribute(
    'href',
    '/dashboard/admin?view=organization&id=7',
  )
  await expect(page.getByText('Scans and threats by day').first()).toBeVisible()
  await expectEveryLook(page)
  await expect(region.getByRole('link', { name: 'Petra' })).toHaveAttribute(
    'href',
    '/dashboard/admin?view=organization&id=9&part=judge',
  )
  await page.route('**/api/admin/organizations/judge', (route) => route.fulfill({ json: {} }))
  const answered = requestsTo(page, 'POST', '/api/admin/organizations/judge')
  answer = { json: { ...needs, undecided_judges: undefined } }
  await region.getByRole('button', { name: 'Keep watching Petra' }).press('Enter')
  await expect(region.getByRole('link', { name: 'Petra' })).toHaveCount(0)
  await expect(region.getByRole('heading', { level: 2 })).toBeFocused()
  const watched = { organization_id: '9', mode: 'watch', per_thousand: 5 }
  expect(answered.map((request) => request.postDataJSON())).toEqual([watched])
  await region.getByRole('link', { name: 'Show users' }).press('Enter')
  await expect(page).toHaveURL('/dashboard/admin?tab=users&need=invitation')
  const asked = requestsTo(page, 'POST', '/api/admin/users/export')
  await page.getByRole('button', { name: 'Export the list' }).press('Enter')
  await expect.poll(() => asked[0]?.postDataJSON()).toEqual({ need: 'invitation' })
})

test('the overview begins with the organization that needs attention, and one action leads to the members hit', {
  tag: ['@arabic'],
}, async ({ page, place, users }) => {
  await users.signIn(page, await users.make({ role: 'super_admin' }))
  const name = `Cedar ${crypto.randomUUID()}`
  const organizationId = await makeOrganization(place, { name })
  const member = await makeUser(place, { organizationId, full_name: 'Rania Haddad' })
  await reportScans(place, member, [{ threat_level: 'malicious' }, { threat_level: 'suspicious' }])
  let attacked: object[] = [
    { id: organizationId, name, recent: 42, usual: 6.5 },
    { id: 8, name: 'Olive Bank', recent: 21, usual: 10.5 },
  ]
  await page.route(callTo('/api/admin/dashboard'), async (route) => {
    const answer = await route.fetch()
    await route.fulfill({
      json: { ...(await answer.json()), attacks: { count: attacked.length && 21, attacked } },
    })
  })
  await page.goto('/dashboard/admin')
  const region = page.getByRole('region', { name: /^21 organizations have unusual attacks/ })
  await expect(region.getByRole('heading')).toHaveText(
    // The organization stands between two texts of the site.
    new RegExp(
      `^21 organizations have unusual attacks.*; start with .*${name}.*, 42 in the last 7 days against 6\\.5 in a usual week\\.$`,
    ),
  )
  await expect(region.getByRole('listitem')).toContainText([/42.*usually 6.5/, /21.*usually 10.5/])
  // Above the totals.
  const headings = page.getByRole('tabpanel').getByRole('heading', { level: 2 })
  await expect(headings.first()).toContainText('unusual attacks')
  await expect(headings.nth(1)).toHaveText('Total Users')
  expect(await findViolations(page)).toEqual([])
  const more = region.getByRole('link', { name: 'and 19 more' })
  await expect(more).toHaveAttribute('href', '/dashboard/admin?tab=organizations&attacks=unusual')

  const operation = page.getByRole('navigation', { name: 'Operation' })
  await page.getByRole('tab', { name: 'Organizations' }).click()
  await expect(operation.getByRole('link')).toHaveText(['Activity', 'Gateway keys', 'Webhooks'])
  await page.getByRole('tab', { name: 'System Overview' }).click()

  await region.getByRole('link', { name }).first().click()
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText(
    '2 threats in the last 7 days, usually 0 in a week',
  )
  await expect(page.getByRole('listitem').filter({ hasText: 'Rania Haddad' })).toContainText('2')
  expect(await findViolations(page)).toEqual([])
  await page.setViewportSize({ width: 320, height: 800 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  await page.getByRole('link', { name: 'Rania Haddad' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rania Haddad')
  attacked = []
  await page.goto('/dashboard/admin')
  await expect(page.getByText('No organization has unusual attacks.')).toBeVisible()
})

test('a receipt of one of 1,000 organizations opens after four actions', {
  tag: ['@arabic'],
}, async ({ page, place, users }) => {
  const admin = await users.make({ role: 'super_admin' })
  await users.signIn(page, admin)
  const name = `Cedar ${crypto.randomUUID()}`
  const organizationId = await makeOrganization(place, { name })
  for (const organization of [await makeOrganization(place), organizationId]) {
    const user = await makeUser(place, { organizationId: organization })
    await reportScans(place, user, [{ received_at: '2025-03-10' }, {}])
    const issued = await fetch(
      `${serverUnderTest.url}/api/admin/generate-receipt/${organization}/2025/3`,
      { method: 'POST', headers: { authorization: `Bearer ${admin.token}` } },
    )
    expect(issued.status).toBe(200)
  }
  const others = Array.from({ length: 999 }, (_, id) => ({ id, name: `Firm ${id}` }))
  await page.route(callTo('/api/admin/organizations'), (route) =>
    route.fulfill({ json: [...others, { id: organizationId, name }] }),
  )
  await page.goto('/dashboard/admin')
  await page.getByRole('tab', { name: 'Organizations' }).click()
  await page.getByRole('searchbox').fill(name)
  await page.getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: /^Open the receipt .* for March 2025$/ }).click()
  const receipt = await opened
  await expect(receipt.getByText(name)).toBeVisible()
  await receipt.close()

  const months = page.getByRole('table', { name: 'By month' })
  await expect(months.getByRole('row', { name: /^March 2025 1 0 / })).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await page.setViewportSize({ width: 320, height: 800 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  await expectLargeTextFits(page)
  // The parts of the panel, by keyboard.
  await page.getByRole('tab', { name: 'Figures and receipts' }).press('ArrowRight')
  await expect(page).toHaveURL(/&part=judge$/)
  await page.getByRole('tab', { name: 'Judge' }).press('ArrowRight')
  await expect(
    page.getByRole('tabpanel', { name: 'Details' }).getByText('Contact email'),
  ).toBeVisible()
  await page.getByRole('tab', { name: 'Details' }).press('ArrowRight')
  const connect = page.getByRole('tabpanel', { name: 'Connect your mail' })
  await expect(connect.getByText('What runs the mail?').first()).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await page.keyboard.press('ArrowRight')
  const signIn = page.getByRole('tabpanel', { name: 'Sign-in', exact: true })
  await expect(signIn.getByRole('heading', { name: 'Email domains' })).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('link', { name: 'Back to Admin Dashboard' }).click()
  await expect(page).toHaveURL('/dashboard/admin?tab=organizations')
})
