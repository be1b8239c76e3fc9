import { cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { cleanStores } from 'nanostores'
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { user as userField } from '../../../contract/users/user.ts'
import { AdminScreen } from '../../../src/islands/admin/AdminScreen.tsx'
import { UserLink } from '../../../src/islands/users/UserLink.tsx'
import { $router } from '../../../src/lib/core/navigation/router.ts'
import { forgetSession } from '../../../src/lib/core/storage/forget.ts'
import { $dialog } from '../../../src/lib/core/ui-state/dialogs.ts'
import { $notices } from '../../../src/lib/core/ui-state/notices.ts'
import { userLink } from '../../../src/lib/users/user-link.ts'
import { $userLinkWords } from '../../../src/lib/users/words/user-link.words.yaml'
import { leaveScreen } from '../../support/browser/leave-screen.ts'
import { refusal, withStubbedServer } from '../../support/server/stubbed-server.ts'
import { adminLists, userExample } from '../../support/worlds/answers.ts'

const server = withStubbedServer()
const users = 'GET /api/admin/users'

function user(overrides: Record<string, unknown> = {}) {
  const email = 'rania@firm.example'
  return { ...userExample, id: 1, email, organization_id: 7, risk_score: 12, ...overrides }
}

async function open() {
  render(<AdminScreen />)
  await expect.poll(() => rows().length).toBeGreaterThan(0)
}

/** The texts of the rows below the head; a role is looked up in each of their elements. */
const rows = () =>
  [...document.querySelectorAll('[role=table] [role=row]')].slice(1).map((row) => row.textContent)

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

describe('users', () => {
  beforeEach(() => {
    server.answer({ ...adminLists, 'GET /api/auth/capabilities': { capabilities: [] } })
    $router.open('/dashboard/admin?tab=users')
  })

  afterEach(() => {
    leaveScreen()
    $router.open('/')
  })

  test('each row shows the user with role, status, risk and buttons', {
    tags: ['R229', 'R230', 'R231', 'R232', 'R233', 'R234', 'R235', 'R236', 'R237', 'R238', 'R239'],
  }, async () => {
    server.answer({
      [users]: [
        user({ risk_score: 64.6, role: 'super_admin' }),
        user({
          id: 2,
          full_name: '',
          username: 'élodie',
          email: 'e@firm.example',
          is_active: false,
        }),
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
})

const words = $userLinkWords.get()
const userUserLink = v.parse(userField, {
  id: '7',
  full_name: 'Rania Haddad',
  organization_id: 'o1',
})
const path = '/api/admin/users/7/single-sign-on'
const link = {
  issuer: 'https://login.clinic.example',
  subject: 'abc',
  created_at: '2026-01-05T08:00:00Z',
  last_used_at: null,
}
const made = vi.fn<(call: string, input: unknown) => void>()

/** @param links what the server answers, one after the other */
function openUserLink(links: (typeof link | null)[], issuer = link.issuer, refused?: Response) {
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit) => {
    if (url.endsWith('/sign-in')) {
      const unlinked_identities = [{ subject: 'xyz', email: 'rania@clinic.example', seen_at: '' }]
      return Response.json({ issuer, unlinked_identities })
    }
    if (method === 'GET')
      return Response.json({ link: links.length > 1 ? links.shift() : links[0] })
    made(`${method} ${url}`, body && JSON.parse(String(body)))
    return refused ?? Response.json({ success: true })
  })
  render(<UserLink user={userUserLink} />)
}

const notices = () => $notices.get().map(({ text }) => text)

describe('user link', () => {
  afterEach(() => {
    cleanup()
    forgetSession()
    cleanStores(userLink.$resource)
    made.mockReset()
    vi.unstubAllGlobals()
  })

  test('a linked user is unlinked after a question', async () => {
    openUserLink([link, null])
    expect(await screen.findByText(link.issuer)).toBeDefined()
    expect(screen.getByText('abc')).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: words.unlink }))
    await expect
      .poll(() => $dialog.get())
      .toMatchObject({
        text: words.unlinkQuestion({ name: 'Rania Haddad' }),
      })
    expect(made).not.toHaveBeenCalled()
    const asked = $dialog.get()
    if (asked?.kind === 'confirm') asked.answer(true)
    await expect.poll(() => made.mock.calls).toEqual([[`DELETE ${path}`, undefined]])
    expect(await screen.findByText(words.none)).toBeDefined()
  })

  test('a user is linked by hand to an identity that tried to sign in', async () => {
    openUserLink([null, link])
    const field = await screen.findByLabelText<HTMLInputElement>(words.subjectLabel)
    await userEvent.click(screen.getByRole('button', { name: words.link }))
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
    expect(notices()).toEqual([words.missing])
    await userEvent.click(
      screen.getByRole('button', { name: words.chooseOne({ name: 'rania@clinic.example' }) }),
    )
    expect(document.activeElement).toBe(field)
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => made.mock.calls).toEqual([[`POST ${path}`, { subject: 'xyz' }]])
    expect(await screen.findByText('abc')).toBeDefined()
    expect(notices()).toEqual([words.linked({ name: 'Rania Haddad' })])
  })

  test('an identity of another user is refused at the field', async () => {
    const detail = 'Another user is linked to this identity already'
    openUserLink([null], link.issuer, refusal(detail, { status: 409, field: 'subject' }))
    const field = await screen.findByLabelText(words.subjectLabel)
    await userEvent.type(field, 'abc{Enter}')
    await expect.poll(notices).toEqual([words.linkFailed + detail])
    expect(field.getAttribute('aria-invalid')).toBe('true')
  })

  test('nothing is shown where the organization has no provider', async () => {
    const asked = vi.fn<(url: string) => void>()
    openUserLink([null], '')
    const { fetch } = globalThis
    vi.stubGlobal('fetch', async (url: string, options: RequestInit) => {
      const answer = await fetch(url, options)
      asked(url)
      return answer
    })
    await expect
      .poll(() => asked.mock.calls.flat().some((url) => url.endsWith('/sign-in')))
      .toBe(true)
    expect(screen.queryByText(words.title)).toBeNull()
  })
})
