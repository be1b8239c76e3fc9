import type { Page } from '@playwright/test'
import { expect, test } from '../../support/browser/browser.ts'
import { callsOf } from '../../support/browser/first-calls.ts'
import { problem, success } from '../../support/browser/screen.ts'
import { makeOrganization } from '../../support/worlds/factories.ts'

const modal = (page: Page) => page.getByRole('dialog', { name: 'Request Report' })
const details = (page: Page) => modal(page).getByLabel('What should it answer?')
const send = (page: Page) => modal(page).getByRole('button', { name: 'Request Report' })
const mail = (page: Page) => modal(page).getByRole('link', { name: /Mail app/ })

test('a lead requests a report by a mail to sales, without a call', {
  tag: ['@R200', '@R201', '@R202', '@R203', '@R204', '@R205', '@R206', '@R374'],
}, async ({ page, users, place }) => {
  const organization = `Firm & Sons ${crypto.randomUUID()}`
  const organizationId = await makeOrganization(place, { name: organization })
  const full_name = 'Lina Lead'
  await users.signIn(page, await users.make({ role: 'team_lead', full_name, organizationId }))
  await page.goto('/dashboard/team')
  const opener = page.getByRole('button', { name: 'Generate Team Report', exact: true })
  await opener.click()
  const kinds = modal(page).getByLabel('Kind of report').getByRole('option')
  await expect(kinds).toHaveCount(5)
  const values = await kinds.evaluateAll((options) =>
    options.map((option) => option.getAttribute('value')),
  )
  expect(values).toEqual(['security', 'financial', 'user_activity', 'threat_analysis', 'custom'])
  await expect(modal(page).getByLabel('Urgency').getByRole('option')).toHaveText([
    'Normal (3-5 days)',
    'Urgent (24 hours)',
    'Critical (same day)',
  ])
  await details(page).fill('   ')
  await send(page).click()
  await expect(problem(page, 'Please provide details about the report you need')).toBeVisible()
  await expect(details(page)).toHaveAttribute('aria-invalid', 'true')
  await expect(details(page)).toBeFocused()
  await expect(mail(page)).toHaveCount(0)

  const made = callsOf(page)
  await modal(page).getByLabel('Kind of report').selectOption('threat_analysis')
  await modal(page).getByLabel('Urgency').selectOption('critical')
  await details(page).fill('Who & why?\nSince March')
  await send(page).click()
  await expect(mail(page)).toHaveText('Mail app did not open? Use this link')
  const href = new URL((await mail(page).getAttribute('href')) ?? '')
  expect(href.pathname).toBe('sales@aman.example')
  expect(href.searchParams.get('subject')).toBe('Report request: Threat analysis')
  expect(href.searchParams.get('body')).toBe(
    [
      'Kind: Threat analysis',
      'Urgency: Critical (same day)',
      'Name: Lina Lead',
      `Organization: ${organization}`,
      '',
      'Who & why?',
      'Since March',
    ].join('\r\n'),
  )
  await expect(
    success(page, 'A mail with your request was opened in your mail app. Send it from there.'),
  ).toBeVisible()
  expect(made()).toEqual([])
  await modal(page).getByRole('button', { name: 'Close' }).click()
  await expect(modal(page)).toHaveCount(0)
  await expect(opener).toBeFocused()
})
