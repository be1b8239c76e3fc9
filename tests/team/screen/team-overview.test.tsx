import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { TeamOverview } from '../../../src/islands/team/TeamOverview.tsx'
import { $notices, dismissNotice } from '../../../src/lib/core/ui-state/notices.ts'
import { leaveScreen } from '../../support/browser/leave-screen.ts'
import { saidNotices } from '../../support/browser/screen-state.ts'
import { withStubbedServer } from '../../support/server/stubbed-server.ts'

const server = withStubbedServer()
const call = 'GET /api/dashboard/team'

afterEach(leaveScreen)

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

async function open(members: readonly object[] | null, figures: object = {}) {
  server.answer({ [call]: { team_members: members, ...figures } })
  render(<TeamOverview />)
  await screen.findByRole('meter')
}

/** Takes away the notices, so that a further press says them again. @returns their texts */
function takeNotices(): string[] {
  const said = saidNotices()
  for (const { id } of $notices.get()) dismissNotice(id)
  return said
}

const rowOf = (text: string) => {
  const row = screen.getAllByRole('row').find(({ textContent }) => textContent.includes(text))
  return row ?? expect.fail(`no row with ${text}`)
}

test('every member shows name, email, score, band and last sign-in', {
  tags: ['R136', 'R137', 'R138', 'R371', 'R294'],
}, async () => {
  await open([
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
    member({ id: 5, full_name: 'Blank', last_login: '' }),
  ])
  expect(screen.getAllByRole('row')).toHaveLength(6)
  for (const [name, ...texts] of [
    ['Rania Khoury', 'rania@firm.example', '12', 'Last login', 'Mar 1, 2026'],
    ['omar@firm.example', '70', 'Medium Risk'],
    ['new@firm.example', 'Never', 'Low Risk'],
    ['Above the scale', '141', 'High Risk'],
    ['Blank', 'Never'],
  ] as const) {
    for (const text of texts) expect(rowOf(name).textContent).toContain(text)
  }
})

test('members above 70 can be quarantined, and no others; what cannot be done yet says so', {
  tags: ['R139', 'R140', 'R145', 'R146', 'R147', 'R148'],
}, async () => {
  await open(
    [71, 70.1, 70, 69.9].map((score, id) =>
      member({ id, full_name: `At ${score}`, risk_score: score }),
    ),
  )
  const buttons = screen.getAllByRole('button', { name: /^Quarantine/ })
  expect(buttons.map((it) => it.getAttribute('aria-label'))).toEqual([
    'Quarantine At 71',
    'Quarantine At 70.1',
  ])
  expect(rowOf('At 69.9').textContent).toContain('Medium Risk')
  for (const name of ['Quarantine At 71', 'Support for At 69.9']) {
    await userEvent.click(screen.getByRole('button', { name }))
    expect(takeNotices()).toEqual(['remark: To be implemented'])
  }
  expect(server.made()).toEqual([[call]])
})

test('the four buttons of the management respond', {
  tags: ['R141', 'R142', 'R143', 'R144', 'R153', 'R154', 'R200'],
}, async () => {
  server.answer({ 'GET /config.json': {} })
  const tab = { opener: window, location: { replace: vi.fn() }, close: vi.fn() }
  vi.stubGlobal('open', () => tab)
  await open([member()])
  for (const name of ['Team Settings', 'Analytics']) {
    await userEvent.click(screen.getByRole('button', { name }))
    expect(takeNotices()).toEqual(['remark: To be implemented'])
  }
  await userEvent.click(screen.getByRole('button', { name: 'Schedule Training' }))
  await expect
    .poll(saidNotices)
    .toContain('problem: Training portal URL not configured. Please contact your administrator.')
  expect(tab.close).toHaveBeenCalledTimes(1)
  await userEvent.click(screen.getByRole('button', { name: 'Generate Team Report' }))
  expect(await screen.findByRole('dialog', { name: 'Request Report' })).toBeDefined()
})

test('the counters and the gauge show the figures from the server, and 0 without members', {
  tags: ['R134', 'R135', 'R149', 'R369'],
}, async () => {
  const definitions = () => screen.getAllByRole('definition').map(({ textContent }) => textContent)
  await open([member()], {
    ...{ total_team_scans: 1284, total_phishing_caught: 37, average_risk_score: 42.4 },
  })
  const terms = screen.getAllByRole('term').map(({ textContent }) => textContent)
  const at = terms.indexOf('Team Members')
  expect(terms.slice(at, at + 4)).toEqual([
    ...['Team Members', 'Total Scans', 'Phishing Caught', 'Average Risk'],
  ])
  expect(definitions().slice(at, at + 4)).toEqual(['1', '1,284', '37', '42'])
  const gauge = screen.getByRole('meter', { name: 'Average risk of your team' })
  expect(gauge.getAttribute('aria-valuenow')).toBe('42')
})

test('without members and scanned mail the screen says so, and its figures are 0', {
  tags: ['R149', 'R369'],
}, async () => {
  await open(null)
  expect(screen.getByText('No Team Members').parentElement?.querySelector('svg')).toBeNull()
  expect(screen.getByRole('meter').getAttribute('aria-valuenow')).toBe('0')
  const card = screen.getByRole('region', { name: 'Average risk of your team' })
  within(card).getByText('No mail has been scanned yet')
  within(card).getByText('Low Risk')
  expect(within(card).queryByText(/dangerous mail was sent/)).toBeNull()
  const figures = screen.getAllByRole('definition').map(({ textContent }) => textContent)
  expect(figures.slice(-4)).toEqual(['0', '0', '0', '0'])
})
