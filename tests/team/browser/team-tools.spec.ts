import type { Page } from '@playwright/test'
import { recordAct } from '../../../server/audit/record.ts'
import { expect, test } from '../../support/browser/browser.ts'
import { hold, problem, requestsTo } from '../../support/browser/screen.ts'
import { makeRequest } from '../../support/worlds/mail-factories.ts'

const call = '**/api/team/support-request'
const opener = (page: Page) => page.getByRole('button', { name: 'Request Support', exact: true })
const modal = (page: Page) => page.getByRole('dialog', { name: 'Request Support' })
const field = (page: Page, label: string) => modal(page).getByLabel(label)
const submit = (page: Page) => modal(page).locator('button[type=submit]')
const optionValues = (page: Page, label: string) =>
  field(page, label)
    .getByRole('option')
    .evaluateAll((options) => options.map((option) => option.getAttribute('value')))

test.beforeEach(async ({ page, users }) => {
  const lead = await users.make({ role: 'team_lead', full_name: 'Lina Lead' })
  await users.make({ organizationId: lead.organizationId, full_name: 'Omar Employee' })
  await users.signIn(page, lead)
  await page.goto('/dashboard/team?tab=tools')
})

async function fill(page: Page) {
  await field(page, 'Subject').fill(' Someone clicked ')
  await field(page, 'Description').fill('What now?')
}

test('a lead asks for support with all fields once, and keeps the draft until then', {
  tag: [
    '@R151',
    '@R152',
    '@R155',
    '@R190',
    '@R191',
    '@R192',
    '@R193',
    '@R194',
    '@R195',
    '@R196',
    '@R197',
    '@R198',
    '@R199',
    '@R375',
    '@arabic',
  ],
}, async ({ page }) => {
  const cards = page.getByRole('tabpanel').getByRole('heading')
  await expect(cards).toHaveText(['Request Support', 'Team Training', 'Contact Aman'])
  const card = page.getByRole('region', { name: 'Contact Aman' })
  const href = await card.getByRole('link').getAttribute('href')
  expect(href).toMatch(/^mailto:support@aman\.example\?subject=[^&]+&body=.+/)

  const sent = requestsTo(page, 'POST', '/api/team/support-request')
  await opener(page).click()
  await expect(modal(page)).toBeVisible()
  expect(await optionValues(page, 'What is it about?')).toEqual([
    'team_assistance',
    'high_risk_user',
    'false_positive',
    'technical_issue',
    'general_support',
  ])
  expect(await optionValues(page, 'Priority')).toEqual(['low', 'medium', 'high', 'urgent'])
  await expect(field(page, 'What is it about?')).toHaveValue('team_assistance')
  await expect(field(page, 'Priority')).toHaveValue('medium')
  await expect(field(page, 'Subject')).toHaveValue('')
  await expect(field(page, 'Description')).toHaveValue('')
  await expect(field(page, 'Team member affected (optional)')).toContainText('Omar Employee')
  for (const [subject, description, ready] of [
    ['', '', false],
    ['Help', '', false],
    ['Help', '   ', false],
    ['', 'It broke', false],
    ['Help', 'It broke', true],
  ] as const) {
    await field(page, 'Subject').fill(subject)
    await field(page, 'Description').fill(description)
    await expect(submit(page)).toBeEnabled({ enabled: ready })
  }
  await fill(page)
  for (const way of ['Close', 'Escape'] as const) {
    if (way === 'Close') await modal(page).getByRole('button', { name: 'Close' }).click()
    else await page.keyboard.press('Escape')
    await expect(modal(page)).toBeHidden()
    await expect(opener(page)).toBeFocused()
    await opener(page).click()
    await expect(field(page, 'Description')).toHaveValue('What now?')
  }
  await page.route(call, (route) => route.fulfill({ status: 409, json: { message: 'later' } }), {
    times: 1,
  })
  await submit(page).click()
  await expect(problem(page, 'Failed to submit support request: later')).toBeVisible()
  await expect(field(page, 'Description')).toHaveValue('What now?')
  sent.length = 0

  const release = await hold(page, call)
  await field(page, 'What is it about?').selectOption('high_risk_user')
  await field(page, 'Priority').selectOption('urgent')
  await field(page, 'Team member affected (optional)').selectOption('Omar Employee')
  await fill(page)
  await submit(page).click()
  await expect(submit(page)).toBeDisabled()
  await field(page, 'Subject').press('Enter')
  release()
  await expect(modal(page)).toBeHidden()
  await expect(page.getByRole('status').getByText(/support request submitted/i)).toBeVisible()
  await expect(opener(page)).toBeFocused()
  expect(sent.map((request) => request.postDataJSON())).toEqual([
    {
      request_type: 'high_risk_user',
      priority: 'urgent',
      subject: 'Someone clicked',
      description: 'What now?',
      team_member_affected: 'Omar Employee',
    },
  ])
  await opener(page).click()
  await expect(field(page, 'What is it about?')).toHaveValue('team_assistance')
  await expect(field(page, 'Priority')).toHaveValue('medium')
  await expect(field(page, 'Subject')).toHaveValue('')
  await expect(field(page, 'Description')).toHaveValue('')
  await expect(submit(page)).toBeDisabled()
})

test('a reported mail needs the team lead until it is done, and an answered request says so', {
  tag: ['@arabic'],
}, async ({ page, place, users }) => {
  const lead = await users.make({ role: 'team_lead' })
  const { organizationId } = lead
  const member = await users.make({ organizationId, full_name: 'Salma Barakat' })
  await makeRequest(place, member, 'mail-report')
  const request = await makeRequest(place, lead)
  await users.signIn(page, lead)
  await page.goto('/dashboard/team')
  const needs = page.getByRole('region', { name: 'What needs you' })
  await expect(needs).toContainText('Salma Barakat reported an email as dangerous')
  await needs.getByRole('button', { name: /^Done/ }).click()
  await expect(needs).toBeHidden()

  await page.getByRole('tab', { name: 'Team Tools' }).click()
  const requests = page.getByRole('region', { name: 'Your support requests' })
  await expect(requests).toContainText('Waits for support')
  const actor = { actor_id: null, actor_role: 'operator', address: '' } as const
  await recordAct(place, place.database, actor, {
    ...{ action: 'request-close', target: 'request', targetId: request },
    detail: 'support-request',
  })
  await page.reload()
  await expect(requests).toContainText('Answered')
})
