import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { PeopleScreen } from '../../../src/islands/people/PeopleScreen.tsx'
import { $router } from '../../../src/lib/core/navigation/router.ts'
import { $notices } from '../../../src/lib/core/ui-state/notices.ts'
import { $dashboardWords } from '../../../src/lib/core/words/dashboard.words.yaml'
import { $importWords } from '../../../src/lib/files/words/import.words.yaml'
import { $connectionsWords } from '../../../src/lib/mailboxes/words/connections.words.yaml'
import { $mailboxInvitationsWords } from '../../../src/lib/mailboxes/words/mailbox-invitations.words.yaml'
import { $ownUserWords } from '../../../src/lib/people/words/own-user.words.yaml'
import { $peopleWords } from '../../../src/lib/people/words/people.words.yaml'
import { $peopleInviteWords } from '../../../src/lib/people/words/people-invite.words.yaml'
import { $sendInvitationsWords } from '../../../src/lib/sign-in/words/send-invitations.words.yaml'
import { leaveScreen } from '../../support/browser/leave-screen.ts'
import { answerQuestion } from '../../support/browser/screen-state.ts'

const peopleWords = $peopleWords.get()
const invite = $peopleInviteWords.get()
const shared = $importWords.get()
const rania = { id: '1', full_name: 'Rania Haddad', email: 'rania@cedar.example', is_active: true }
const own = { name: 'Cedar', domains: ['cedar.example'], proposed_domains: [], invitations_left: 9 }
const sent = vi.fn<(isDry: unknown) => void>()
const invitations = vi.fn<(method: string, path: string) => void>()
const corrected = vi.fn<(body: unknown) => void>()

afterEach(() => {
  leaveScreen()
  for (const calls of [sent, invitations, corrected]) calls.mockReset()
  vi.unstubAllGlobals()
})

interface Answers {
  readonly users?: () => Response | Promise<Response>
  readonly organization?: object
  readonly invited?: () => Response
  readonly invitation?: () => Response | undefined
}

function open({ users, organization = own, invited, invitation }: Answers = {}) {
  vi.stubGlobal('fetch', async (url: string, { body, method = 'GET' }: RequestInit) => {
    const { pathname } = new URL(url, location.origin)
    if (pathname === '/api/auth/capabilities') {
      return Response.json({ capabilities: ['invitations', 'mailbox-invitations'] })
    }
    if (pathname === '/api/organization') return Response.json(organization)
    if (pathname === '/api/organization/users') return users?.() ?? Response.json([rania])
    if (pathname === '/api/organization/users/invite') {
      sent(JSON.parse(String(body)).dry_run)
      return invited?.() ?? Response.json({ rows: [] })
    }
    if (pathname === '/api/organization/mailbox-invitations') return Response.json({ invited: 2 })
    if (pathname.endsWith('/invitation')) {
      invitations(method, pathname)
      return invitation?.() ?? Response.json({ success: true })
    }
    if (pathname.endsWith('/correction')) {
      corrected(JSON.parse(String(body)))
      return Response.json({ success: true, is_invited: true })
    }
    return new Response(null, { status: 404 })
  })
  $router.open('/dashboard/people')
  render(<PeopleScreen />)
}

const { invite: inviteAll, invited: wereInvited } = $mailboxInvitationsWords.get()
const { watched, failing } = $connectionsWords.get()

test('how each mailbox stands is shown, and all others are invited in one action', async () => {
  const users = [
    { ...rania, mailbox: 'watched' },
    { ...rania, id: '2', mailbox: 'failing' },
    { ...rania, id: '3' },
  ]
  open({ users: () => Response.json(users) })
  expect(await screen.findByText(watched)).toBeDefined()
  expect(screen.getByText(failing)).toBeDefined()
  await userEvent.click(await screen.findByRole('button', { name: inviteAll }))
  await expect.poll(notices).toEqual([wereInvited(2)])
})

test('where each mailbox is connected, no one is to be invited', async () => {
  open({ users: () => Response.json([{ ...rania, mailbox: 'stopped' }]) })
  expect(await screen.findByText($connectionsWords.get().stopped)).toBeDefined()
  expect(screen.queryByRole('button', { name: inviteAll })).toBeNull()
})

const notices = () => $notices.get().map(({ text }) => text)

test('the people are being loaded, cannot be loaded, and are loaded again', async () => {
  const answers = [
    new Response(null, { status: 500 }),
    Response.json([rania, { ...rania, id: '2', full_name: '', username: 'omar' }]),
  ]
  open({ users: () => answers.shift() ?? Response.json([]) })
  expect(screen.getByText(peopleWords.loading)).toBeDefined()
  expect(await screen.findByText(peopleWords.failed)).toBeDefined()
  expect(screen.queryByText(peopleWords.loading)).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: $dashboardWords.get().tryAgain }))
  expect(await screen.findByText('Rania Haddad')).toBeDefined()
  expect(screen.getByText('omar')).toBeDefined()
  expect(screen.queryByText(peopleWords.failed)).toBeNull()
})

test('a search or a status that no one has leaves words in place of the table', async () => {
  open()
  const status = await screen.findByLabelText(peopleWords.status)
  expect(screen.getByRole('table', { name: peopleWords.list })).toBeDefined()
  await userEvent.selectOptions(status, peopleWords.inactive)
  expect(await screen.findByText(peopleWords.none)).toBeDefined()
  expect(screen.queryByRole('table')).toBeNull()
  expect(screen.getByText(peopleWords.found({ found: '0', total: '1' }))).toBeDefined()
  await userEvent.selectOptions(status, peopleWords.active)
  expect(await screen.findByRole('table', { name: peopleWords.list })).toBeDefined()
})

async function checkLines(text: string) {
  await userEvent.click(await screen.findByRole('button', { name: peopleWords.invite }))
  await userEvent.click(await screen.findByLabelText(invite.lines))
  await userEvent.paste(text)
  await userEvent.click(screen.getByRole('button', { name: shared.check }))
}

test('what would become of each line is said before anything is sent, and lines to correct come back', async () => {
  const code = 'domain_not_approved'
  const detail = 'The domain oak.example is not approved for your organization'
  const problem = { detail, code, params: { domain: 'oak.example' }, fields: [] }
  const rows = [
    { line: 1, outcome: 'invited' },
    { line: 2, outcome: 'exists', id: '1', may_be_invited: true },
    { line: 3, outcome: 'rejected', problem },
  ]
  open({ invited: () => Response.json({ rows }) })
  const lines = [
    'Sami, sami@cedar.example',
    'Rania, rania@cedar.example',
    'Maha, maha@oak.example',
    'Only A Name',
  ]
  await checkLines(lines.join('\n'))
  const send = await screen.findByRole('button', { name: invite.run(1) })
  await expect.poll(() => document.activeElement).toBe(send)
  expect(sent.mock.calls).toEqual([[true]])
  const said = within(screen.getByRole('list', { name: shared.lines })).getAllByRole('listitem')
  expect(said.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/Maha.*Invalid.*oak\.example.*not approved/),
    expect.stringMatching(/Only A Name.*Invalid.*no email address/),
  ])
  // A user who was invited and has not come gets the invitation again.
  await userEvent.click(screen.getByRole('button', { name: /Unchanged/ }))
  await userEvent.click(
    screen.getByRole('button', { name: $sendInvitationsWords.get().sendAgain(1) }),
  )
  await expect.poll(notices).toEqual([$sendInvitationsWords.get().done(1)])
  await userEvent.click(send)
  await expect.poll(() => sent.mock.calls).toEqual([[true], [false]])
  expect(await screen.findByText(invite.done)).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: invite.back }))
  const field = await screen.findByLabelText<HTMLTextAreaElement>(invite.lines)
  expect(field.value).toBe('Maha, maha@oak.example\nOnly A Name')
})

const waiting = [
  { ...rania, may_be_invited: true, invitation_expires_at: '2126-01-01T00:00:00Z' },
  { ...rania, id: '2', full_name: 'Omar', may_be_invited: true },
  { ...rania, id: '3', full_name: 'Sami' },
]
const tools = $peopleInviteWords.get()

test('invitations of a selection are sent again and withdrawn, and people who have come are left out', async () => {
  open({ users: () => Response.json(waiting) })
  await userEvent.click(await screen.findByRole('button', { name: peopleWords.select }))
  const all = await screen.findByRole('button', { name: tools.selectAll(2) })
  await expect.poll(() => document.activeElement).toBe(all)
  const boxes = screen.getAllByRole<HTMLInputElement>('checkbox')
  expect(boxes.map(({ disabled }) => disabled)).toEqual([false, false, true])
  await userEvent.click(all)
  expect(screen.getByText(tools.selected(2))).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: tools.send }))
  await expect.poll(notices).toEqual([$sendInvitationsWords.get().done(2)])
  expect(invitations.mock.calls).toEqual([
    ['POST', '/api/organization/users/2/invitation'],
    ['POST', '/api/organization/users/1/invitation'],
  ])
  await expect.poll(() => document.activeElement?.textContent).toBe(peopleWords.select)
  await userEvent.click(screen.getByRole('button', { name: peopleWords.select }))
  await userEvent.click(await screen.findByRole('button', { name: tools.selectAll(2) }))
  const withdrawn = userEvent.click(screen.getByRole('button', { name: tools.withdraw }))
  await answerQuestion(true)
  await withdrawn
  // Only one of them has an invitation.
  await expect.poll(notices).toEqual([tools.withdrawn(1)])
  expect(invitations.mock.calls.slice(2)).toEqual([
    ['DELETE', '/api/organization/users/1/invitation'],
  ])
})

test('who has not come yet is corrected, and who has come is not', async () => {
  open({ users: () => Response.json(waiting) })
  const words = $ownUserWords.get()
  await userEvent.click(
    await screen.findByRole('button', { name: peopleWords.manageOne({ name: 'Sami' }) }),
  )
  await screen.findByText(words.isActive)
  expect(screen.queryByLabelText(words.email)).toBeNull()
  await userEvent.keyboard('{Escape}')
  await userEvent.click(screen.getByRole('button', { name: /close/i }))
  await userEvent.click(
    screen.getByRole('button', { name: peopleWords.manageOne({ name: 'Omar' }) }),
  )
  const email = await screen.findByLabelText<HTMLInputElement>(words.email)
  await userEvent.clear(email)
  await userEvent.click(screen.getByRole('button', { name: words.save }))
  await expect.poll(notices).toEqual([words.correctMissing])
  expect(document.activeElement).toBe(email)
  await userEvent.type(email, 'omar@cedar.example')
  await userEvent.click(screen.getByRole('button', { name: words.save }))
  await expect.poll(notices).toEqual([words.sent({ email: 'omar@cedar.example' })])
  expect(corrected.mock.calls).toEqual([
    [{ full_name: 'Omar', email: 'omar@cedar.example', department: '' }],
  ])
})
