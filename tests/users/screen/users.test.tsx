import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { AdminScreen } from '../../../src/islands/admin/AdminScreen.tsx'
import { $router } from '../../../src/lib/core/navigation/router.ts'
import { leaveScreen } from '../../support/browser/leave-screen.ts'
import { refusal, withStubbedServer } from '../../support/server/stubbed-server.ts'
import { adminLists } from '../../support/worlds/admin-lists.ts'

const server = withStubbedServer()
const users = 'GET /api/admin/users'

beforeEach(() => {
  server.answer({ ...adminLists, 'GET /api/auth/capabilities': { capabilities: [] } })
  $router.open('/dashboard/admin?tab=users')
})

afterEach(() => {
  leaveScreen()
  $router.open('/')
})

function user(overrides: Record<string, unknown> = {}) {
  return {
    id: 1,
    username: 'rania',
    email: 'rania@firm.example',
    full_name: 'Rania Khoury',
    role: 'employee',
    organization_id: 7,
    department: '',
    phone: '',
    is_active: true,
    risk_score: 12,
    has_consented: true,
    ...overrides,
  }
}

async function open() {
  render(<AdminScreen />)
  await expect.poll(() => rows().length).toBeGreaterThan(0)
}

/** The texts of the rows below the head; a role is looked up in each of their elements. */
const rows = () =>
  [...document.querySelectorAll('[role=table] [role=row]')].slice(1).map((row) => row.textContent)

test('each row shows the user with role, status, risk and buttons', {
  tags: ['R229', 'R230', 'R231', 'R232', 'R233', 'R234', 'R235', 'R236', 'R237', 'R238', 'R239'],
}, async () => {
  server.answer({
    [users]: [
      user({ risk_score: 64.6, role: 'super_admin' }),
      user({ id: 2, full_name: '', username: 'élodie', email: 'e@firm.example', is_active: false }),
      user({
        id: 3,
        full_name: null,
        username: '',
        email: '',
        risk_score: null,
        role: 'team_lead',
      }),
    ],
  })
  await open()
  expect(rows()).toEqual([
    'Éélodieélodiee@firm.exampleEmployeeNo organizationInactiveRisk 12EditRemove User',
    '?No nameTeam LeadNo organizationActiveRisk 0EditRemove User',
    'RRania Khouryraniarania@firm.exampleSuper AdminNo organizationActiveRisk 65EditRemove User',
  ])
  screen.getByRole('table', { name: 'Users' })
  screen.getByRole('button', { name: 'Edit Rania Khoury' })
  screen.getByRole('button', { name: 'Remove User Rania Khoury' })
})

test('a super admin finds users by search, role, organization and status in any order', {
  tags: ['R228'],
}, async () => {
  server.answer({
    'GET /api/admin/organizations': [
      { id: 7, name: 'Firm' },
      { id: 8, name: 'Clinic' },
    ],
    [users]: [
      user({ id: 1, full_name: 'Basma', risk_score: 9 }),
      user({ id: 2, full_name: 'Adam', role: 'team_lead', organization_id: 8, risk_score: 80 }),
      user({
        id: 3,
        full_name: 'Carim',
        email: 'c@clinic.example',
        is_active: false,
        risk_score: 10,
      }),
    ],
  })
  await open()
  const names = () => rows().map((row) => /Basma|Adam|Carim/.exec(row)?.[0])
  screen.getByText('Add New User')
  expect(names()).toEqual(['Adam', 'Basma', 'Carim'])
  await userEvent.selectOptions(screen.getByLabelText('Sort by'), 'Risk score')
  expect(names()).toEqual(['Adam', 'Carim', 'Basma'])
  await userEvent.click(screen.getByText('Highest first'))
  expect(names()).toEqual(['Basma', 'Carim', 'Adam'])
  screen.getByText('Lowest first')
  for (const [label, choice, who] of [
    ['Role', 'Team Lead', 'Adam'],
    ['Status', 'Inactive', 'Carim'],
  ] as const) {
    const select = screen.getByLabelText(label)
    await userEvent.selectOptions(select, choice)
    expect(names()).toEqual([who])
    screen.getByText('1 of 3')
    await userEvent.selectOptions(select, 'All')
  }
  const organization = screen.getByRole('combobox', { name: 'Organization' })
  await userEvent.click(organization)
  await userEvent.click(await screen.findByRole('option', { name: 'Clinic' }))
  expect(names()).toEqual(['Adam'])
  await userEvent.click(screen.getByRole('button', { name: 'Clear Organization' }))
  expect(names()).toHaveLength(3)
  await search('C@CLINIC')
  await expect.poll(names).toEqual(['Carim'])
  await search('zzzz')
  await screen.findByText('No users match')
})

async function search(text: string) {
  await userEvent.click(screen.getByLabelText('Search users'))
  await userEvent.paste(text)
}

const everyone = Array.from({ length: 1200 }, (_, id) =>
  user({ id, full_name: `Person ${id}`, username: `person-${id}` }),
)

/** Answers as a server does that searches the list itself. */
function answerInPages() {
  server.answer({
    [users]: ({ query }: { query: Readonly<Record<string, string>> }) => {
      const { q = '', limit = '50', cursor = '0' } = query
      const found = everyone.filter(({ full_name }) => String(full_name).toLowerCase().includes(q))
      const end = Number(cursor) + Number(limit)
      const counts = `</api/admin/users>; rel="search"; found="${found.length}"; total="1200"`
      const next = `</api/admin/users?q=${q}&limit=${limit}&cursor=${end}>; rel="next"`
      return Response.json(found.slice(Number(cursor), end), {
        headers: { link: end < found.length ? `${counts}, ${next}` : counts },
      })
    },
  })
}

test('of a long list fifty users are loaded, all are counted, found and reached, and the sorts of the server offered', async () => {
  answerInPages()
  await open()
  await screen.findByText('The first 50 are shown.')
  screen.getByText('1,200 of 1,200')
  expect(server.inputs(users)).toEqual([{ sort: 'name', limit: '50' }])
  const sorts = within(screen.getByLabelText('Sort by')).getAllByRole('option')
  expect(sorts.map((it) => it.textContent)).toEqual(['Name', 'Username', 'Email', 'Status'])
  const missing = screen.getByText(/^Lists of more than 500 cannot be sorted by: /)
  expect(missing.textContent).toContain('Risk')
  await userEvent.click(screen.getByText('Load more'))
  await screen.findByText('The first 100 are shown.')
  await search('person 119')
  await screen.findByText('11 of 1,200')
  expect(server.inputs(users).at(-1)).toMatchObject({ q: 'person 119' })
})

test('a search of a long list that fails says so, and is tried again', async () => {
  answerInPages()
  await open()
  await screen.findByText('The first 50 are shown.')
  server.answer({ [users]: refusal('Not now', { status: 500 }) })
  await search('person 7')
  await screen.findByText('The search could not be completed')
  expect(rows()).toEqual([])
  answerInPages()
  await userEvent.click(screen.getByText('Try Again'))
  await screen.findByText('111 of 1,200')
})
