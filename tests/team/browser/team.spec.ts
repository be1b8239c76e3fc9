import type { Page } from '@playwright/test'
import { expect, test } from '../../support/browser/browser.ts'
import { callsOf, openWhole } from '../../support/browser/first-calls.ts'
import { rowsOf, success } from '../../support/browser/screen.ts'

const call = '**/api/dashboard/team'
const members = (page: Page) => rowsOf(page, 'Team Members')

function member(overrides: Record<string, unknown> = {}) {
  return {
    id: 1,
    full_name: 'Rania Khoury',
    email: 'rania@firm.example',
    risk_score: 12,
    last_login: '2026-03-01T09:30:00Z',
    ...overrides,
  }
}

const team = {
  team_members: [member()],
  total_team_scans: 1284,
  total_phishing_caught: 37,
  average_risk_score: 42.4,
}

async function answerWith(page: Page, data: object) {
  await page.route(call, (route) => route.fulfill({ json: data }))
}

test('leads and super admins open the team dashboard and its three tabs', {
  tag: ['@R035', '@R133'],
}, async ({ page, users }) => {
  for (const role of ['team_lead', 'super_admin'] as const) {
    await users.signIn(page, await users.make({ role }))
    await page.goto('/dashboard/team')
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

test('a team lead sees only members of their own organization', {
  tag: ['@R136', '@R137', '@R138', '@firefox'],
}, async ({ page, users }) => {
  const lead = await users.make({ role: 'team_lead', full_name: 'Lina Lead' })
  const { organizationId } = lead
  const omar = await users.make({ organizationId, full_name: 'Omar Employee' })
  await users.make({ full_name: 'Stranger' })
  await users.signIn(page, lead)
  await page.goto('/dashboard/team')
  await expect(members(page)).toHaveCount(2)
  await expect(members(page).filter({ hasText: 'Omar Employee' })).toContainText(omar.email)
  await expect(page.getByText('Stranger')).toHaveCount(0)
})

test.describe('as a team lead', () => {
  test.beforeEach(async ({ page, users }) => {
    await users.signIn(page, await users.make({ role: 'team_lead' }))
  })

  test('members show name, email, score and last sign-in, and those above 70 can be quarantined', {
    tag: ['@R136', '@R137', '@R138', '@R139', '@R140', '@R145', '@R146', '@R371', '@R294'],
  }, async ({ page }) => {
    await test.step('every member shows name, email, score and last sign-in', async () => {
      await answerWith(page, {
        ...team,
        team_members: [
          member(),
          member({ id: 2, full_name: 'Omar', email: 'omar@firm.example', risk_score: 69.6 }),
          member({
            id: 3,
            full_name: null,
            email: 'new@firm.example',
            risk_score: null,
            last_login: null,
          }),
          member({ id: 4, full_name: 'Above the scale', risk_score: 140.6 }),
          member({ id: 5, full_name: 'Never here', last_login: '' }),
        ],
      })
      await page.goto('/dashboard/team')
      await expect(members(page)).toHaveCount(5)
      const rania = members(page).filter({ hasText: 'Rania Khoury' })
      await expect(rania).toContainText('rania@firm.example')
      await expect(rania).toContainText('12')
      await expect(rania).toContainText('Mar 1, 2026')
      await expect(rania).toContainText('Last login')
      const omar = members(page).filter({ hasText: 'omar@firm.example' })
      await expect(omar).toContainText('70')
      await expect(omar).toContainText('Medium Risk')
      const unknown = members(page).filter({ hasText: 'new@firm.example' })
      await expect(unknown).toContainText('Never')
      await expect(unknown).toContainText('Low Risk')
      await expect(members(page).filter({ hasText: 'Above the scale' })).toContainText('141')
      await expect(members(page).filter({ hasText: 'Never here' })).toContainText('Never')
    })
    await test.step('members above 70 can be quarantined, and no others', async () => {
      const scores = [71, 70.1, 70, 69.9]
      const team_members = scores.map((risk_score) =>
        member({ id: risk_score, full_name: `At ${risk_score}`, risk_score }),
      )
      await answerWith(page, { ...team, team_members })
      await page.goto('/dashboard/team')
      await expect(members(page)).toHaveCount(scores.length)
      for (const score of scores) {
        const button = page.getByRole('button', { name: `Quarantine At ${score}`, exact: true })
        await expect(button, `${score}`).toHaveCount(score > 70 ? 1 : 0)
        const row = members(page).filter({ hasText: new RegExp(`At ${score}(?![.\\d])`) })
        await expect(row).toContainText(score >= 70 ? 'High Risk' : 'Medium Risk')
      }
    })
  })

  test('the four management buttons and those of a member respond', {
    tag: ['@R141', '@R142', '@R143', '@R144', '@arabic', '@R147', '@R148', '@R153'],
  }, async ({ page }) => {
    await test.step('the four management buttons respond', async () => {
      await page.goto('/dashboard/team')
      await page.getByRole('button', { name: 'Generate Team Report', exact: true }).click()
      await expect(page.getByRole('dialog', { name: 'Request Report' })).toBeVisible()
      await page.keyboard.press('Escape')
      for (const [name, role, message] of [
        ['Schedule Training', 'alert', /^Training portal URL not configured/],
        ['Team Settings', 'status', /^To be implemented$/],
        ['Analytics', 'status', /^To be implemented$/],
      ] as const) {
        await page.getByRole('button', { name, exact: true }).click()
        await expect(page.getByRole(role).getByText(message)).toBeVisible()
      }
    })
    await test.step("quarantine and support for a member show 'To be implemented'", async () => {
      await answerWith(page, { ...team, team_members: [member({ risk_score: 90 })] })
      await page.goto('/dashboard/team')
      await expect(members(page)).toHaveCount(1)
      const made = callsOf(page)
      for (const name of ['Quarantine Rania Khoury', 'Support for Rania Khoury']) {
        await page.getByRole('button', { name }).click()
        await expect(success(page, 'To be implemented')).toBeVisible()
        await page.getByRole('button', { name: 'Dismiss' }).click()
        await expect(success(page, 'To be implemented')).toHaveCount(0)
      }
      expect(made()).toEqual([])
    })
  })

  test('the figures come from the server, in one line at any width, and are 0 without members', {
    tag: ['@R134', '@R135', '@R149', '@R369'],
  }, async ({ page }) => {
    await test.step('the four counters and the gauge show the figures from the server', async () => {
      await answerWith(page, team)
      await page.goto('/dashboard/team')
      for (const [label, count] of [
        ['Team Members', '1'],
        ['Total Scans', '1,284'],
        ['Phishing Caught', '37'],
        ['Average Risk', '42'],
      ] as const) {
        const counter = page.getByRole('term').filter({ hasText: label }).locator('xpath=..')
        await expect(counter.getByRole('definition')).toHaveText(count)
      }
      const gauge = page.getByRole('meter', { name: 'Average risk of your team' })
      await expect(gauge).toHaveAttribute('aria-valuenow', '42')
    })
    await test.step('a figure in millions fits in one line at any width', async () => {
      await answerWith(page, { ...team, total_team_scans: 12_345_678 })
      await openWhole(page, '/dashboard/team')
      const figure = page.getByRole('definition').filter({ hasText: '12,345,678' })
      for (const width of [320, 1000, 1440]) {
        await page.setViewportSize({ width, height: 900 })
        const lines = await figure.evaluate((element) => {
          const range = document.createRange()
          range.selectNodeContents(element)
          return range.getClientRects().length
        })
        expect(lines, `at ${width} px`).toBe(1)
      }
    })
    await test.step('without members the screen says so, and counters and gauge are at 0', async () => {
      await answerWith(page, { team_members: null })
      await page.goto('/dashboard/team')
      await expect(page.getByText('No Team Members', { exact: true })).toBeVisible()
      await expect(page.getByRole('meter')).toHaveAttribute('aria-valuenow', '0')
      const counters = page.getByRole('tabpanel').locator('dl').getByRole('definition')
      await expect(counters).toHaveText(['0', '0', '0', '0'])
    })
  })
})
