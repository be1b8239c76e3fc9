import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { cleanStores } from 'nanostores'
import { renderToStaticMarkup } from 'react-dom/server'
import { parse } from 'valibot'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { employeeDashboardEndpoint } from '../../../contract/emails/employee-dashboard.ts'
import { MessageFilters } from '../../../src/islands/emails/messages/MessagesView.tsx'
import { Threats } from '../../../src/islands/emails/Threats.tsx'
import { ReportModal } from '../../../src/islands/support-requests/ReportModal.tsx'
import { typingPauseMs } from '../../../src/lib/core/api/pages.ts'
import { $router } from '../../../src/lib/core/navigation/router.ts'
import { clearStorage, keepToken } from '../../../src/lib/core/storage/token.ts'
import { $notices, dismissNotice } from '../../../src/lib/core/ui-state/notices.ts'
import { messages } from '../../../src/lib/emails/messages.ts'
import { requestReport } from '../../../src/lib/emails/report.ts'
import { $session } from '../../../src/lib/sign-in/session.ts'
import { leaveScreen } from '../../support/browser/leave-screen.ts'
import { saidNotices } from '../../support/browser/screen-state.ts'
import { withStubbedServer } from '../../support/server/stubbed-server.ts'
import { counted, threat } from '../../support/worlds/dashboard-answers.ts'

let stop = () => {}

async function signIn(user: object) {
  vi.stubGlobal('fetch', async () => Response.json({ id: 1, has_consented: true, ...user }))
  stop = $session.listen(() => undefined)
  keepToken('rania')
  await expect.poll(() => $session.get().status).toBe('signed-in')
}

/** @returns the result, and subject and lines of the mail that was opened */
function request(fields: Readonly<Record<string, string>>) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const openMail = vi.fn<(href: string) => void>()
  const result = requestReport(form, openMail)
  const [href] = openMail.mock.calls[0] ?? []
  const mail = href === undefined ? undefined : new URL(href)
  return {
    result,
    to: mail?.pathname,
    subject: mail?.searchParams.get('subject'),
    lines: mail?.searchParams.get('body')?.split('\r\n'),
  }
}

const said = () => $notices.get().map(({ kind, text }) => `${kind}: ${text}`)

describe('report', () => {
  afterEach(() => {
    stop()
    clearStorage()
    cleanStores($session)
    for (const { id } of $notices.get()) dismissNotice(id)
    vi.unstubAllGlobals()
  })

  test('a report is requested by a mail with its kind, its urgency and who asks', async () => {
    await signIn({ full_name: 'Rania Haddad', organization_id: 7, organization_name: 'Clinic' })
    const sent = request({ type: 'financial', urgency: 'critical', details: ' One\r\nTwo\nThree ' })
    expect(sent).toEqual({
      result: { status: 'done' },
      to: 'sales@aman.example',
      subject: 'Report request: Financial',
      lines: [
        'Kind: Financial',
        'Urgency: Critical (same day)',
        'Name: Rania Haddad',
        'Organization: Clinic',
        '',
        'One',
        'Two',
        'Three',
      ],
    })
    expect(said()).toEqual([
      'success: A mail with your request was opened in your mail app. Send it from there.',
    ])
  })

  test.each([
    [{ full_name: '', username: 'rania', organization_id: 7 }, ['Name: rania', 'Organization: 7']],
    [{ full_name: 'Rania' }, ['Name: Rania']],
  ])('the mail names %o', async (user, named) => {
    await signIn(user)
    const { lines } = request({ details: 'One' })
    expect(lines?.slice(2)).toEqual([...named, '', 'One'])
  })

  test('without a choice it is a normal security report, and without a session nameless', () => {
    expect(request({ type: 'other', urgency: 'soon', details: 'One' }).lines).toEqual([
      'Kind: Security',
      'Urgency: Normal (3-5 days)',
      '',
      'One',
    ])
  })

  test('a request without details opens no mail and marks the field', () => {
    request({ details: 'One' })
    const sent = request({ details: ' ' })
    expect(sent.result).toEqual({
      status: 'invalid',
      fields: [{ field: 'details', code: 'missing', params: {} }],
    })
    expect(sent.to).toBeUndefined()
    expect(said()).toEqual(['problem: Please provide details about the report you need'])
  })
})

const server = withStubbedServer()
const me = 'GET /api/auth/me'

afterEach(leaveScreen)

test('a lead requests a report by a mail to sales, without a call', {
  tags: ['R200', 'R201', 'R202', 'R203', 'R204', 'R205', 'R206', 'R374'],
}, async () => {
  const organization_name = 'Firm & Sons'
  server.answer({ [me]: { id: 1, role: 'team_lead', full_name: 'Lina Lead', organization_name } })
  const leave = $session.listen(() => undefined)
  keepToken('lina')
  await expect.poll(() => $session.get().status).toBe('signed-in')
  const mails: string[] = []
  const listen = (event: Event) => {
    if (!(event.target instanceof HTMLAnchorElement)) return
    event.preventDefault()
    mails.push(event.target.href)
  }
  document.addEventListener('click', listen)
  render(<ReportModal draft="team report" onClose={() => undefined} />)

  const choices = (label: string) =>
    within(screen.getByLabelText(label)).getAllByRole<HTMLOptionElement>('option')
  expect(choices('Kind of report').map(({ value }) => value)).toEqual([
    ...['security', 'financial', 'user_activity', 'threat_analysis', 'custom'],
  ])
  expect(choices('Urgency').map(({ textContent }) => textContent)).toEqual([
    ...['Normal (3-5 days)', 'Urgent (24 hours)', 'Critical (same day)'],
  ])
  const details = screen.getByRole('textbox', { name: 'What should it answer?' })
  const send = screen.getByRole('button', { name: 'Request Report' })
  await userEvent.type(details, '   ')
  await userEvent.click(send)
  await expect
    .poll(saidNotices)
    .toEqual(['problem: Please provide details about the report you need'])
  await expect.poll(() => details.getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(details)
  expect(screen.queryByRole('link')).toBeNull()

  await userEvent.selectOptions(screen.getByLabelText('Kind of report'), 'threat_analysis')
  await userEvent.selectOptions(screen.getByLabelText('Urgency'), 'critical')
  await userEvent.clear(details)
  await userEvent.type(details, 'Who & why?\nSince March')
  await userEvent.click(send)
  const link = await screen.findByRole<HTMLAnchorElement>('link')
  expect(link.textContent).toBe('Mail app did not open? Use this link')
  expect(mails).toEqual([link.href])
  const { pathname, searchParams } = new URL(link.href)
  expect(pathname).toBe('sales@aman.example')
  expect(searchParams.get('subject')).toBe('Report request: Threat analysis')
  expect(searchParams.get('body')?.split(/\r?\n/)).toEqual([
    'Kind: Threat analysis',
    'Urgency: Critical (same day)',
    'Name: Lina Lead',
    'Organization: Firm & Sons',
    '',
    'Who & why?',
    'Since March',
  ])
  expect(saidNotices()).toEqual([
    'success: A mail with your request was opened in your mail app. Send it from there.',
  ])
  expect(server.made()).toEqual([[me]])
  document.removeEventListener('click', listen)
  leave()
  clearStorage()
})

test('of a long answer the first threats are drawn at once, and the others afterwards', () => {
  const { recent_phishing_emails: threats } = parse(employeeDashboardEndpoint.output, {
    ...counted,
    recent_phishing_emails: Array.from({ length: 80 }, (_, id) => threat({ id: String(id) })),
  })
  const list = <Threats threats={threats ?? []} scanned={80} hasAll={false} />
  // A server does not wait for what is deferred: this is the first frame.
  expect(renderToStaticMarkup(list).match(/<h4 /g)).toHaveLength(55)
  expect(render(list).container.querySelectorAll('h4')).toHaveLength(80)
})

test('the field keeps what is typed while the address follows, and takes what changes the address', () => {
  vi.useFakeTimers()
  $router.open('/dashboard/employee?view=messages')
  render(<MessageFilters />)
  const shown = () => screen.getByRole<HTMLInputElement>('searchbox').value
  const type = (value: string) =>
    fireEvent.change(screen.getByRole('searchbox'), { target: { value } })
  type('invoice')
  // On a slow machine the list is drawn with the letters before when others have been typed.
  act(() => messages.show({ q: 'invoi' }))
  expect(shown()).toBe('invoice')
  act(() => vi.advanceTimersByTime(typingPauseMs))
  expect(messages.$query.get().q).toBe('invoice')
  expect(shown()).toBe('invoice')
  for (const q of ['', 'harbour', '']) {
    act(() => messages.ask({ q }))
    expect(shown()).toBe(q)
  }
  vi.useRealTimers()
})
