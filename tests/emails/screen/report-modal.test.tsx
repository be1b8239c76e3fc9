import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { ReportModal } from '../../../src/islands/support-requests/ReportModal.tsx'
import { clearStorage, keepToken } from '../../../src/lib/core/storage/token.ts'
import { $session } from '../../../src/lib/sign-in/session.ts'
import { leaveScreen } from '../../support/browser/leave-screen.ts'
import { saidNotices } from '../../support/browser/screen-state.ts'
import { withStubbedServer } from '../../support/server/stubbed-server.ts'

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
