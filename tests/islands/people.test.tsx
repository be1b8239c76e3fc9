import { cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { PeopleScreen } from '../../src/islands/dashboard/people/PeopleScreen.tsx'
import { $dashboardMessages } from '../../src/lib/messages/dashboard.ts'
import { $peopleMessages } from '../../src/lib/messages/people.ts'
import { $peopleDomainsMessages } from '../../src/lib/messages/people-domains.ts'
import { $peopleInviteMessages } from '../../src/lib/messages/people-invite.ts'
import { $personMessages } from '../../src/lib/messages/person.ts'
import { people } from '../../src/lib/screens/people.ts'
import { forgetSession, forgetUser } from '../../src/lib/session/forget.ts'
import { $notices } from '../../src/lib/ui-state/notices.ts'

const messages = $peopleMessages.get()
const invite = $peopleInviteMessages.get()
const rania = { id: '1', full_name: 'Rania Haddad', email: 'rania@cedar.example', is_active: true }
const own = { name: 'Cedar', domains: ['cedar.example'], proposed_domains: [], invitations_left: 9 }
const sent = vi.fn<(rows: unknown) => void>()

afterEach(() => {
  // Stores are released a second after their last subscriber, those that derive from another first.
  vi.useFakeTimers()
  cleanup()
  vi.runAllTimers()
  vi.useRealTimers()
  forgetSession()
  forgetUser()
  sent.mockReset()
  vi.unstubAllGlobals()
})

interface Answers {
  readonly users?: () => Response | Promise<Response>
  readonly organization?: object
  readonly invited?: () => Response
}

function open({ users, organization = own, invited }: Answers = {}) {
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit) => {
    const { pathname } = new URL(url, location.origin)
    if (pathname === '/api/auth/capabilities') {
      return Response.json({ capabilities: ['invitations'] })
    }
    if (pathname === '/api/organization') return Response.json(organization)
    if (pathname === '/api/organization/users') return users?.() ?? Response.json([rania])
    if (pathname === '/api/organization/users/invite') {
      sent(JSON.parse(String(body)).rows)
      return invited?.() ?? Response.json({ rows: [] })
    }
    return new Response(null, { status: 404 })
  })
  render(<PeopleScreen />)
}

const notices = () => $notices.get().map(({ text }) => text)

test('the people are being loaded, cannot be loaded, and are loaded again', {
  tags: ['A680'],
}, async () => {
  const answers = [
    new Response(null, { status: 500 }),
    Response.json([rania, { ...rania, id: '2', full_name: '', username: 'omar' }]),
  ]
  open({ users: () => answers.shift() ?? Response.json([]) })
  expect(screen.getByText(messages.loading)).toBeDefined()
  expect(await screen.findByText(messages.failed)).toBeDefined()
  expect(screen.queryByText(messages.loading)).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: $dashboardMessages.get().tryAgain }))
  expect(await screen.findByText('Rania Haddad')).toBeDefined()
  expect(screen.getByText('omar')).toBeDefined()
  expect(screen.queryByText(messages.failed)).toBeNull()
})

test('a search or a status that no one has leaves words in place of the table', {
  tags: ['A680'],
}, async () => {
  open()
  const status = await screen.findByLabelText(messages.status)
  expect(screen.getByRole('table', { name: messages.list })).toBeDefined()
  await userEvent.selectOptions(status, messages.inactive)
  expect(await screen.findByText(messages.none)).toBeDefined()
  expect(screen.queryByRole('table')).toBeNull()
  expect(screen.getByText(messages.found({ found: '0', total: '1' }))).toBeDefined()
  await userEvent.selectOptions(status, messages.active)
  expect(await screen.findByRole('table', { name: messages.list })).toBeDefined()
})

test('without an approved domain the domains come first, and no one can be invited', {
  tags: ['A680'],
}, async () => {
  open({ organization: { ...own, domains: [], proposed_domains: ['oak.example'] } })
  const domains = $peopleDomainsMessages.get()
  expect(await screen.findByText('oak.example')).toBeDefined()
  const titles = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
  expect(titles).toEqual([domains.noDomains, messages.list])
  expect(screen.getByText(domains.waiting)).toBeDefined()
  expect(screen.queryByRole('button', { name: messages.invite })).toBeNull()
})

test('a dialog that is opened while the list reloads offers what the new list says', {
  tags: ['A680'],
}, async () => {
  const newer = Promise.withResolvers<Response>()
  const answers = [Response.json([{ ...rania, second_factors: 1 }]), newer.promise]
  open({ users: () => answers.shift() ?? Response.json([]) })
  const manage = await screen.findByRole('button', { name: /Rania Haddad/ })
  void people.reload()
  await userEvent.click(manage)
  const { reset } = $personMessages.get()
  expect(await screen.findByText(reset)).toBeDefined()
  newer.resolve(Response.json([{ ...rania, second_factors: 0 }]))
  await expect.poll(() => screen.queryByText(reset)).toBeNull()
  expect(screen.getByText($personMessages.get().access)).toBeDefined()
})

async function inviteLines(text: string) {
  await userEvent.click(await screen.findByRole('button', { name: messages.invite }))
  const field = await screen.findByLabelText<HTMLTextAreaElement>(invite.lines)
  await userEvent.click(field)
  await userEvent.paste(text)
  const button = field.form?.querySelector('[type=submit]')
  if (button === null || button === undefined) throw new Error('the form has no button')
  await userEvent.click(button)
  return field
}

test('what became of each line is said, and only lines to correct stay in the field', {
  tags: ['A681'],
}, async () => {
  const code = 'domain_not_approved'
  const detail = 'The domain oak.example is not approved for your organization'
  const problem = { detail, code, params: { domain: 'oak.example' }, fields: [] }
  const rows = [
    { line: 1, outcome: 'invited', id: '3' },
    { line: 2, outcome: 'exists', id: '1' },
    { line: 3, outcome: 'rejected', problem },
  ]
  open({ invited: () => Response.json({ rows }) })
  const lines = [
    'Sami, sami@cedar.example',
    'Rania, rania@cedar.example',
    'Maha, maha@oak.example',
    'Only A Name',
  ]
  const field = await inviteLines(lines.join('\n'))
  const results = await screen.findByRole('region', { name: invite.results })
  await expect.poll(() => document.activeElement?.textContent).toBe(invite.results)
  const said = within(results).getAllByRole('listitem')
  expect(said.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Maha.*Not invited.*oak\.example.*not approved/),
    expect.stringMatching(/^Only A Name.*Not invited.*no email address/),
    expect.stringMatching(/^Sami.*Invited$/),
    expect.stringMatching(/^Rania.*Has an account already$/),
  ])
  expect(within(results).getByText(/1 invitation was sent\. 2 lines could not/)).toBeDefined()
  expect(field.value).toBe('Maha, maha@oak.example\nOnly A Name')
  // The line without an address was not sent.
  expect(sent.mock.calls).toEqual([[[1, 2, 3].map((line) => expect.objectContaining({ line }))]])
})

test('lines stay in the field when they could not be sent', { tags: ['A681'] }, async () => {
  open({ invited: () => new Response(null, { status: 500 }) })
  const field = await inviteLines('Sami, sami@cedar.example')
  await expect.poll(notices).toEqual([expect.stringContaining(invite.failed)])
  expect(field.value).toBe('Sami, sami@cedar.example')
  await expect.poll(() => document.activeElement).toBe(field)
  expect(screen.queryByRole('region', { name: invite.results })).toBeNull()
})

test('more lines than can be sent at once are sent to no one, and so is an empty field', {
  tags: ['A681'],
}, async () => {
  open()
  const many = Array.from({ length: 101 }, (_, index) => `P, p${index}@cedar.example`).join('\n')
  const field = await inviteLines(many)
  await expect.poll(notices).toEqual([invite.tooMany({ count: 101, max: 100 })])
  expect(field.value).toBe(many)
  await userEvent.clear(field)
  await userEvent.click(screen.getByRole('button', { name: invite.sendNone }))
  await expect.poll(notices).toEqual([invite.empty])
  expect(sent).not.toHaveBeenCalled()
})
