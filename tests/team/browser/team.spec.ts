import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { examplesOf } from '../../../contract/core/examples.ts'
import { showTeamReportEndpoint } from '../../../contract/team/show-team-report.ts'
import { expect, test } from '../../support/browser/browser.ts'
import { expectEveryLook } from '../../support/browser/every-look.ts'
import { openWhole } from '../../support/browser/first-calls.ts'
import { hold, requestsTo, rowsOf, success } from '../../support/browser/screen.ts'
import { makeOrganization, makeUser } from '../../support/worlds/factories.ts'
import { findings } from '../../support/worlds/in-english.ts'
import { reportScans } from '../../support/worlds/mail-factories.ts'

const members = (page: Page) => rowsOf(page, 'Team Members')

test('leads and super admins open the team dashboard and its three tabs, with members of their own organization alone', {
  tag: ['@R035', '@R133', '@R136', '@R137', '@R138', '@firefox'],
}, async ({ page, users }) => {
  const lead = await users.make({ role: 'team_lead', full_name: 'Lina Lead' })
  const { organizationId } = lead
  const omar = await users.make({ organizationId, full_name: 'Omar Employee' })
  await users.make({ full_name: 'Stranger' })
  for (const user of [lead, await users.make({ role: 'super_admin' })]) {
    await users.signIn(page, user)
    await page.goto('/dashboard/team')
    if (user === lead) {
      await expect(members(page)).toHaveCount(2)
      await expect(members(page).filter({ hasText: 'Omar Employee' })).toContainText(omar.email)
      await expect(page.getByText('Stranger')).toHaveCount(0)
    }
    await expect(page.getByRole('tab')).toHaveText([
      'Team Overview',
      'Team Tools',
      'Flags Management',
    ])
    await expect(page.getByRole('heading', { name: 'Average risk of your team' })).toBeVisible()
    for (const tab of await page.getByRole('tab').all()) {
      await tab.click()
      await expect(tab).toHaveAttribute('aria-selected', 'true')
      await expect(page.getByRole('tabpanel').getByRole('heading').first()).toBeVisible()
    }
  }
})

test('an employee at the team dashboard sees an error and no data', {
  tag: ['@R036'],
}, async ({ console, page, users }) => {
  console.expect(/^403 GET \/api\/dashboard\/team/)
  const lead = await users.make({ role: 'team_lead', full_name: 'Lina Lead' })
  const colleague = { organizationId: lead.organizationId, full_name: 'Omar Employee' }
  await users.signIn(page, await users.make(colleague))
  await page.goto('/dashboard/team')
  await expect(page.getByText('Failed to load team dashboard data', { exact: true })).toBeVisible()
  await expect(page.getByText('Lina Lead')).toHaveCount(0)
  await expect(page.getByRole('meter')).toHaveCount(0)
  await expect(members(page)).toHaveCount(0)
})

test('by keyboard, a lead opens a member, copies what to tell them and asks for support', async ({
  context,
  page,
  place,
  users,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const organizationId = await makeOrganization(place)
  const rania = { organizationId, full_name: 'Rania Haddad', department: 'Payments' }
  const member = await makeUser(place, rania)
  const mail = { sender: 'security@account-verify.example', subject: 'Your salary' }
  await reportScans(place, member, [
    { ...mail, threat_level: 'malicious', detection_reason: findings.phishing_site },
    { ...mail, threat_level: 'suspicious', detection_reason: findings.suspicious_macros },
    { ...mail, threat_level: 'suspicious', detection_reason: findings.encrypted_archive },
  ])
  await users.signIn(page, await users.make({ organizationId, role: 'team_lead' }))
  await openWhole(page, '/dashboard/team')
  await page.getByRole('button', { name: 'Rania Haddad', exact: true }).press('Enter')
  const panel = page.getByRole('dialog', { name: 'Rania Haddad' })
  await expect(panel.getByText('2 emails')).toBeVisible()
  await expect(panel.getByText('Payments')).toBeVisible()
  await expect(page).toHaveURL(/\?open=[\w-]+$/)
  await page.reload()
  await expect(panel.getByText('Payments')).toBeVisible()
  await page.goBack()
  await expect(panel).toBeHidden()
  await page.goForward()
  await panel.getByText('The newest emails').click()
  await expect(panel.getByText('account-verify.example').first()).toBeVisible()
  await expect(page.getByText('salary')).toHaveCount(0)

  const about = panel.getByLabel('About')
  await expect(about).toHaveValue('malware')
  await about.selectOption('Credential phishing')
  await expect(panel.getByText('Fake sign-in pages in your mail')).toBeVisible()
  await panel.getByRole('button', { name: 'Copy the text' }).press('Enter')
  await expect(success(page, 'The text was copied.')).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toMatch(
    /^Hello Rania Haddad,\n\nYou have lately received emails that lead to fake/,
  )
  const letter = panel.getByRole('link', { name: 'Write an email' })
  await expect(letter).toHaveAttribute(
    'href',
    new RegExp(`^mailto:${member.email}\\?subject=Fake%20sign-in.*&body=Hello%20Rania%20Haddad`),
  )

  await expectEveryLook(page)

  const sent = requestsTo(page, 'POST', '/api/team/support-request')
  await panel.getByRole('button', { name: 'Request Support' }).press('Enter')
  const form = page.getByRole('dialog', { name: 'Request Support' })
  await expect(form.getByLabel('What is it about?')).toHaveValue('high_risk_user')
  await expect(form.getByLabel('Team member affected (optional)')).toHaveValue('Rania Haddad')
  await expect(form.getByLabel('Subject')).toHaveValue('Help for Rania Haddad')
  await expect(form.getByLabel('Description')).toHaveValue(/Dangerous attachment or program: 2/)
  await form.getByRole('button', { name: 'Submit' }).press('Enter')
  await expect(form).toBeHidden()
  expect(sent[0]?.postDataJSON()).toMatchObject({ team_member_affected: 'Rania Haddad' })
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
})

const dayMs = 24 * 60 * 60 * 1000
const a4 = { width: 210, height: 297 }

test('a lead opens the report, chooses period and department, saves it and prints one page of A4', {
  tag: ['@arabic'],
}, async ({ page, place, users }) => {
  const organizationId = await makeOrganization(place, { name: `Cedar ${crypto.randomUUID()}` })
  const lead = { organizationId, role: 'team_lead', department: 'Office' } as const
  const names = Array.from({ length: 12 }, (_, index) => `Member ${index}`)
  for (const full_name of names) {
    const member = await makeUser(place, { organizationId, full_name, department: 'Payments' })
    const received_at = new Date(place.clock().getTime() - 20 * dayMs).toISOString()
    const threats = [
      { threat_level: 'malicious', detection_reason: findings.known_virus },
      { threat_level: 'suspicious', detection_reason: findings.other_link_target },
    ] as const
    await reportScans(
      place,
      member,
      threats.map((threat) => ({ ...threat, received_at })),
    )
  }
  await users.signIn(page, await users.make(lead))
  await page.goto('/dashboard/team')
  await page.getByRole('button', { name: 'Generate Team Report' }).click()
  await page.getByRole('link', { name: 'Open the team report' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Team report' })).toBeFocused()
  const report = page.getByRole('article')
  const figure = (label: string) =>
    report.getByRole('term').filter({ hasText: label }).first().locator('xpath=../dd')
  await expect(figure('Emails scanned')).toHaveText('24')
  await expect(figure('Members')).toHaveText('13')
  await page.getByLabel('Period').selectOption('Last 7 days')
  await expect(figure('Emails scanned')).toHaveText('0')
  await page.getByLabel('Period').selectOption('Last 90 days')
  await expect(figure('Malicious')).toHaveText('12')
  await page.getByLabel('Level').selectOption('Malicious')
  await expect(report.getByRole('term').filter({ hasText: 'Suspicious' })).toHaveCount(0)
  await page.getByLabel('Level').selectOption('Suspicious and malicious')
  await page.getByLabel('Department').selectOption('Payments')
  await expect(figure('Members')).toHaveText('12')
  await expect(report.getByText('Suspicious emails of a department are kept')).toBeVisible()
  await page.reload()
  await expect(figure('Members')).toHaveText('12')
  await expect(page.getByLabel('Department')).toHaveValue('Payments')

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as CSV' }).press('Enter')
  const file = await readFile(await (await download).path(), 'utf8')
  expect(file).toMatch(/^[^,]+,Payments\r$/m)

  await expectEveryLook(page)

  await page.getByLabel('Period').selectOption('Own dates')
  await page.getByLabel('Last day').fill('2020-01-01')
  await expect(page.getByText('The last day is before the first one.')).toBeVisible()
  await expect(report).toBeHidden()
  await page.getByLabel('Period').selectOption('Last 30 days')
  await expect(report).toBeVisible()

  const told = report.getByRole('region', { name: 'What to tell the team' })
  const subjects = ['Fake sign-in pages in your mail', 'Dangerous attachments in your mail']
  await expect(told.getByRole('heading', { level: 4 })).toHaveText(subjects)

  for (const direction of ['ltr', 'rtl']) {
    await page.evaluate((dir) => document.documentElement.setAttribute('dir', dir), direction)
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
    expect(pdf.match(/\/Type\s*\/Page\b/g), direction).toHaveLength(1)
    const [, wide, high] = /\/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf) ?? []
    const millimetres = (points: string | undefined) => Math.round((Number(points) / 72) * 25.4)
    expect({ width: millimetres(wide), height: millimetres(high) }).toEqual(a4)
  }
  const figures = report.getByRole('figure').getByRole('list').first()
  await expect(figures.getByRole('strong').first()).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  // Paper has no pointer that reads one day after the other.
  await expect(figures.getByRole('strong').first()).toBeHidden()
  await expect(figures.getByText('Malicious')).toBeVisible()
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('contentinfo')).toBeHidden()
  await expect(page.getByRole('button')).toHaveCount(0)
  await expect(page.getByLabel('Period')).toBeHidden()
  await expect(report.getByRole('heading', { level: 2 })).toHaveText(/^Cedar/)
  await expect(told.getByText('Please do not open an attachment')).toBeVisible()
  // The page is still read from the right, which must not join a name and its department.
  const gap = await report
    .locator('td span', { hasText: 'Payments' })
    .first()
    .evaluate((it) => {
      const name = document.createRange()
      if (it.previousSibling !== null) name.selectNode(it.previousSibling)
      return name.getBoundingClientRect().left - it.getBoundingClientRect().right
    })
  expect(gap).toBeGreaterThan(2)
})

/** How far the page is wider than its window with the text spacing of WCAG 1.4.12. */
function beyondWithTextSpacing(page: Page): Promise<number> {
  return page.evaluate(() => {
    const spacing = new CSSStyleSheet()
    spacing.replaceSync(`* {
      line-height: 1.5 !important;
      letter-spacing: 0.12em !important;
      word-spacing: 0.16em !important;
    }`)
    document.adoptedStyleSheets = [spacing]
    const { scrollWidth, clientWidth } = document.documentElement
    document.adoptedStyleSheets = []
    return scrollWidth - clientWidth
  })
}

test('while the figures of a department are on their way, the report names the one that it shows, and it fits a phone with text spacing', async ({
  page,
  place,
  users,
}) => {
  const lead = await users.make({ role: 'team_lead', department: 'Office' })
  const { organizationId } = lead
  await makeUser(place, { organizationId, department: 'Payments' })
  await users.signIn(page, lead)
  await page.goto('/dashboard/team?view=report')
  const head = page.getByRole('article').locator('header')
  await expect(head).toBeVisible()
  const release = await hold(page, '**/api/team/report?*')
  const asked = page.waitForRequest(/team\/report\?.*department=Payments/)
  await page.getByLabel('Department').selectOption('Payments')
  await asked
  await expect(head).not.toContainText('Payments')
  await expect(page.getByRole('button', { name: 'Making the report...' })).toBeVisible()
  release()
  await expect(head).toContainText('Payments')
  await expect(page.getByRole('button', { name: 'Print' })).toBeVisible()
  await page.unrouteAll()
  await test.step('the report fits a phone with text spacing', async () => {
    await page.setViewportSize({ width: 320, height: 900 })
    const names = ['Khaled Rawashdeh', 'Abdulrahman Al-Masri']
    const riskiest = names.map((full_name, id) => ({
      id,
      full_name,
      department: 'Corporate Lending',
      risk_score: 66,
      malicious: 12,
    }))
    const json = { ...Object(examplesOf(showTeamReportEndpoint).output), riskiest }
    await page.route('**/api/team/report?*', (route) => route.fulfill({ json }))
    await page.goto('/dashboard/team?view=report')
    await expect(page.getByRole('article').getByText('Medium Risk').first()).toBeVisible()
    expect(await beyondWithTextSpacing(page)).toBe(0)
  })
})
