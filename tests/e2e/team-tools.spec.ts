import type { Page } from '@playwright/test'
import { expect, test } from '../support/browser.ts'
import { problem, requestsTo, saveFailures } from '../support/screen.ts'

const call = '**/api/team/support-request'
const opener = (page: Page) => page.getByRole('button', { name: 'Request Support', exact: true })
const modal = (page: Page) => page.getByRole('dialog', { name: 'Request Support' })
const field = (page: Page, label: string) => modal(page).getByLabel(label)
const submit = (page: Page) => modal(page).getByRole('button', { name: /^Submit/ })
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

test('the tools are three cards', { tag: ['@R151'] }, async ({ page }) => {
  const cards = page.getByRole('tabpanel').getByRole('heading')
  await expect(cards).toHaveText(['Request Support', 'Team Training', 'Contact Aman'])
})

test('support opens in a modal with its choices and defaults', {
  tag: ['@R152', '@R190', '@R191', '@R192', '@R193', '@R375'],
}, async ({ page }) => {
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
})

test('Submit is disabled until both texts are filled', { tag: ['@R194'] }, async ({ page }) => {
  await opener(page).click()
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
})

test('a subject of 200 emoji is accepted in full', { tag: ['@A088'] }, async ({ page }) => {
  const sent = requestsTo(page, 'POST', '/api/team/support-request')
  await opener(page).click()
  const subject = '😀'.repeat(200)
  await field(page, 'Subject').focus()
  await page.keyboard.insertText(subject)
  await field(page, 'Description').fill('It broke')
  await submit(page).click()
  await expect(page.getByRole('status').getByText(/support request submitted/i)).toBeVisible()
  expect(sent.map((request) => request.postDataJSON())).toMatchObject([{ subject }])
})

test('all fields of a request are sent, and the form is confirmed and empty', {
  tag: ['@R195', '@R196', '@R197'],
}, async ({ page }) => {
  const sent = requestsTo(page, 'POST', '/api/team/support-request')
  await opener(page).click()
  await field(page, 'What is it about?').selectOption('high_risk_user')
  await field(page, 'Priority').selectOption('urgent')
  await field(page, 'Team member affected (optional)').selectOption('Omar Employee')
  await fill(page)
  await submit(page).click()
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

for (const [fault, answer, message] of saveFailures) {
  test(`after ${fault} the modal shows '${message}' and keeps its input`, {
    tag: ['@R198', '@R199'],
  }, async ({ page }) => {
    await page.route(call, (route) =>
      answer === undefined ? route.abort() : route.fulfill(answer),
    )
    await opener(page).click()
    await field(page, 'Priority').selectOption('high')
    await fill(page)
    await submit(page).click()
    await expect(problem(page, `Failed to submit support request: ${message}`)).toBeVisible()
    await expect(modal(page)).toBeVisible()
    await expect(field(page, 'Priority')).toHaveValue('high')
    await expect(field(page, 'Description')).toHaveValue('What now?')
    await modal(page).getByRole('button', { name: 'Dismiss' }).click()
    await expect(page.getByRole('alert')).toHaveCount(0)
  })
}

for (const way of ['Close', 'Escape'] as const) {
  test(`a form closed with ${way} opens again with its draft`, { tag: ['@R193'] }, async ({
    page,
  }) => {
    await opener(page).click()
    await fill(page)
    if (way === 'Close') await modal(page).getByRole('button', { name: 'Close' }).click()
    else await page.keyboard.press('Escape')
    await expect(modal(page)).toBeHidden()
    await expect(opener(page)).toBeFocused()
    await opener(page).click()
    await expect(field(page, 'Description')).toHaveValue('What now?')
    await expect(submit(page)).toBeEnabled()
  })
}

test('submitting twice while the first request is pending sends one request', async ({ page }) => {
  const sent = requestsTo(page, 'POST', '/api/team/support-request')
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route(call, async (route) => {
    await held
    await route.continue()
  })
  await opener(page).click()
  await fill(page)
  await submit(page).click()
  await expect(submit(page)).toBeDisabled()
  await field(page, 'Subject').press('Enter')
  release()
  await expect(modal(page)).toBeHidden()
  expect(sent).toHaveLength(1)
})

test('a session that ends while a modal is open leads to the form, which can still show notices', async ({
  page,
}) => {
  await page.route(call, (route) =>
    route.fulfill({ status: 401, json: { detail: 'Not signed in' } }),
  )
  await page.locator('#notices').evaluate((region) => region.setAttribute('data-first', ''))
  await opener(page).click()
  await fill(page)
  await submit(page).click()
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeEnabled()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByText(/Failed to submit/)).toHaveCount(0)
  await expect(page.locator('body > #notices[data-first]')).toHaveCount(1)
})

test('training opens the configured address in a tab of its own', {
  tag: ['@R153'],
}, async ({ page, context }) => {
  const url = 'https://training.example/start'
  await context.route(url, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<link rel="icon" href="data:,">' }),
  )
  await page.route('**/config.json', (route) => route.fulfill({ json: { training_url: url } }))
  const opened = context.waitForEvent('page')
  await page.getByRole('button', { name: 'Open Training Portal' }).click()
  const tab = await opened
  await expect(tab).toHaveURL(url)
  expect(await tab.evaluate(() => window.opener)).toBeNull()
})

for (const [configured, answer] of [
  ['nothing', { json: {} }],
  ['a script', { json: { training_url: 'javascript:alert(1)' } }],
  ['a web page', { body: '<p>hello</p>' }],
] as const) {
  test(`with ${configured} configured a notice says so and no tab opens`, {
    tag: ['@R154'],
  }, async ({ page, context }) => {
    await page.route('**/config.json', (route) => route.fulfill(answer))
    await page.getByRole('button', { name: 'Open Training Portal' }).click()
    await expect(
      problem(page, 'Training portal URL not configured. Please contact your administrator.'),
    ).toBeVisible()
    // The tab that opened with the click is closed again.
    await expect.poll(() => context.pages().length).toBe(1)
  })
}

for (const [path, button] of [
  ['/dashboard/team?tab=tools', 'Open Training Portal'],
  ['/dashboard/team', 'Schedule Training'],
] as const) {
  test(`when the browser blocks the tab of '${button}', there is a link`, {
    tag: ['@A187'],
  }, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    const url = 'https://training.example/start'
    await page.route('**/config.json', (route) => route.fulfill({ json: { training_url: url } }))
    await page.addInitScript(() => {
      window.open = () => null
    })
    await page.goto(path)
    const link = page.getByRole('link', { name: 'Training portal (opens in a new tab)' })
    await expect(page.getByRole('button', { name: button })).toBeVisible()
    await expect(link).toHaveCount(0)
    await page.getByRole('button', { name: button }).click()
    await expect(link).toHaveAttribute('href', url)
    await expect(link).toHaveAttribute('target', '_blank')
    await expect(link).toHaveAttribute('rel', 'noopener noreferrer')
    await expect(
      page.getByRole('status').getByText(/^Your browser blocked the new tab/),
    ).toBeVisible()
    await expect(link).toBeFocused()
    // On a phone the notice would cover the button.
    await expect
      .poll(() =>
        link.evaluate((element) => {
          const { x, y, width, height } = element.getBoundingClientRect()
          return document.elementFromPoint(x + width / 2, y + height / 2) === element
        }),
      )
      .toBe(true)
  })
}

test('Contact Aman starts a mail to support', { tag: ['@R155'] }, async ({ page }) => {
  const card = page.getByRole('region', { name: 'Contact Aman' })
  const href = await card.getByRole('link').getAttribute('href')
  expect(href).toMatch(/^mailto:support@aman\.example\?subject=[^&]+&body=.+/)
})
