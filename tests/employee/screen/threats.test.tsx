import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { Overview } from '../../../src/islands/employee/EmployeeScreen.tsx'
import { clearStorage, keepToken } from '../../../src/lib/core/storage/token.ts'
import { $session } from '../../../src/lib/sign-in/session.ts'
import { leaveScreen } from '../../support/browser/leave-screen.ts'
import { withStubbedServer } from '../../support/server/stubbed-server.ts'
import { counted, threat } from '../../support/worlds/dashboard-answers.ts'

const server = withStubbedServer()
const call = 'GET /api/dashboard/employee'

// Their code would come, and ask, in the test after the one that shows them.
beforeAll(async () => {
  await import('../../../src/islands/flags/senders/known-senders.ts')
})
afterEach(leaveScreen)

const answers = (answer: object) => ({
  [call]: answer,
  // Later parts ask for these.
  'GET /api/auth/capabilities': { capabilities: [] },
  'POST /api/flags/senders': { senders: [] },
})

async function open(answer: object) {
  server.answer(answers(answer))
  render(<Overview />)
  await screen.findByRole('meter')
}

const openThreats = (recent_phishing_emails: readonly object[]) =>
  open({ ...counted, recent_phishing_emails })

const region = () => screen.getByRole('region', { name: 'Recent threats' })
const threats = () => [...region().querySelectorAll<HTMLElement>('li[data-level]')]
const withText = (text: string) =>
  threats().find(({ textContent }) => textContent.includes(text)) ?? expect.fail(`no ${text}`)

test('while the dashboard loads a spinner says so, and a failure is said until the next attempt', {
  tags: ['R130', 'R131', 'R132', 'R298'],
}, async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  server.answer({ [call]: () => promise })
  render(<Overview />)
  screen.getByText('Loading your dashboard...')
  resolve(new Response('', { status: 500 }))
  await screen.findByText('Failed to load dashboard data')
  expect(screen.queryByText('Loading your dashboard...')).toBeNull()
  server.answer({
    [call]: counted,
    'GET /api/auth/capabilities': { capabilities: [] },
  })
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect((await screen.findByRole('meter')).getAttribute('aria-valuenow')).toBe('12')
  expect(screen.queryByText('Failed to load dashboard data')).toBeNull()
})

test('the counters show the figures from the server', {
  tags: ['R113', 'R114', 'R115', 'R352'],
}, async () => {
  await open(counted)
  for (const [label, count] of [
    ['Total emails scanned', '1,284'],
    ['Phishing emails caught', '37'],
    ['Safe emails', '1,247'],
  ] as const) {
    expect(screen.getByText(label).parentElement?.textContent).toContain(count)
  }
})

test.each([
  [29.4, '29', 'Low Risk'],
  [69.6, '70', 'Medium Risk'],
  [70, '70', 'High Risk'],
  [140, '100', 'High Risk'],
  [-5, '0', 'Low Risk'],
])(
  'a risk of %d is shown as %s, %s',
  {
    tags: ['R112', 'R294', 'R295', 'R296', 'R297'],
  },
  async (risk_score, shown, words) => {
    await open({ ...counted, risk_score })
    const gauge = screen.getByRole('meter', { name: 'Your risk score' })
    expect(gauge.getAttribute('aria-valuenow')).toBe(shown)
    expect(gauge.textContent).toContain(shown)
    screen.getByText(words)
  },
)

test('before any mail is scanned the gauge says so, no shield praises it, and a connection is missing', async () => {
  await open({})
  const card = screen.getByRole('region', { name: 'Your risk score' })
  within(card).getByText('No mail has been scanned yet')
  within(card).getByText('Low Risk')
  expect(within(card).queryByText(/dangerous mail was sent/)).toBeNull()
  expect(within(card).queryByRole('link')).toBeNull()
  const none = screen.getByText('No Threats Detected')
  expect(none.parentElement?.querySelector('svg')).toBeNull()
})

test('before any mail is scanned a super admin is led to the connection of mail', async () => {
  const none = { ...counted, risk_score: 0, total_emails_scanned: 0, explains_risk: true }
  server.answer({
    'GET /api/auth/me': { id: 1, role: 'super_admin', organization_id: 7 },
    ...answers(none),
  })
  const leave = $session.listen(() => undefined)
  keepToken('amal')
  await expect.poll(() => $session.get().status).toBe('signed-in')
  await open(none)
  const card = screen.getByRole('region', { name: 'Your risk score' })
  const [link, ...others] = within(card).getAllByRole('link')
  expect(link?.textContent).toBe('Connect your mail')
  expect(link?.getAttribute('href')).toBe('/dashboard/admin?view=organization&id=7')
  expect(others).toEqual([])
  leave()
  clearStorage()
})

test('every threat shows subject, sender, level, reason and time', {
  tags: ['R116', 'R118', 'R119', 'R120', 'R121', 'R122', 'R123', 'R124', 'R006'],
}, async () => {
  const levels = ['safe', 'suspicious', 'malicious'] as const
  await openThreats(
    levels.map((threat_level, id) =>
      threat({ id, threat_level, sender_domain: `${threat_level}.example` }),
    ),
  )
  for (const level of levels) {
    const item = withText(`${level}.example`)
    expect(item.textContent).toContain('Confirm your account')
    expect(item.textContent).toContain('The link leads elsewhere.')
    const time = item.querySelector('time')
    expect(time?.textContent).toMatch(/Mar 1, 2026/)
    expect(time?.dateTime).toBe('2026-03-01T09:30:00.000Z')
    const [badge] = within(item).getAllByText(new RegExp(`^${level}$`, 'i'))
    expect(badge?.querySelector('svg')).not.toBeNull()
  }
})

test('three indicators of a threat are shown, then the number of the others', {
  tags: ['R125', 'R126', 'R127'],
}, async () => {
  const cases = [
    [5, 3, ['+2 more']],
    [4, 3, ['+1 more']],
    [3, 3, []],
    [0, 0, []],
  ] as const
  await openThreats(
    cases.map(([count], id) => {
      const indicators = Array.from({ length: count }, (_, index) => `sign number ${index}`)
      return threat({ id, scan_details: { content_analysis: { indicators } } })
    }),
  )
  expect(threats()).toHaveLength(cases.length)
  for (const [at, [, shown, more]] of cases.entries()) {
    const item = within(threats()[at] ?? document.body)
    expect(item.queryAllByText(/sign number/)).toHaveLength(shown)
    expect(item.queryAllByText(/^\+\d+ more$/).map((it) => it.textContent)).toEqual(more)
  }
})

test('missing and null fields leave gaps instead of a broken screen', {
  tags: ['R008', 'R128'],
}, async () => {
  await open({
    recent_phishing_emails: [
      { id: 1 },
      threat({ id: 2, email_subject: null, sender_domain: null, detection_reason: null }),
      threat({ id: 3, timestamp: null, scan_details: { content_analysis: null } }),
      threat({ id: 4, threat_level: 'unheard-of', timestamp: 'some day' }),
    ],
  })
  expect(threats()).toHaveLength(4)
  expect(threats()[0]?.textContent).toContain('Subject not kept')
  withText('some day')
  expect(document.body.textContent).not.toContain('Invalid Date')
  expect(screen.getByRole('meter').getAttribute('aria-valuenow')).toBe('0')
})

test('each row says what happened to the mail and what to do, and safe mail does not mention the inbox', async () => {
  const told = [
    ['malicious', undefined, 'Kept out of your inbox. Its content was deleted.'],
    ['malicious', 'rejected', 'Kept out of your inbox. Its content was deleted.'],
    [
      'malicious',
      'delivered',
      'It reached your inbox. Delete it. Do not use its links or attachments, and do not answer it.',
    ],
    ['suspicious', undefined, 'It may be in your inbox. Do not use its links or attachments.'],
    [
      'suspicious',
      'quarantined',
      'Kept out of your inbox. If you expected it, ask your team lead.',
    ],
    ['safe', undefined, undefined],
  ] as const
  await openThreats(
    told.map(([threat_level, disposition], id) => threat({ id, threat_level, disposition })),
  )
  const said = threats().map((item) => within(item).queryByText(/inbox/)?.textContent.trim())
  expect(said).toEqual(told.map(([, , words]) => words))
})

test('the months are headings, and each labels its list', async () => {
  const january = '2026-01-31T09:30:00Z'
  await openThreats([threat({ id: 1 }), threat({ id: 2 }), threat({ id: 3, timestamp: january })])
  const months = within(region()).getAllByRole('heading', { level: 3 })
  expect(months.map((it) => it.textContent)).toEqual(['March 2026', 'January 2026'])
  for (const [name, count] of [
    ['March 2026', 2],
    ['January 2026', 1],
  ] as const) {
    expect(screen.getByRole('list', { name }).children).toHaveLength(count)
  }
})

test('a look-alike sender is shown in its network form, with a mark and a word, and a genuine one is not', async () => {
  const arabic = '\u0643\u0647\u0631\u0628\u0627\u0621.\u0645\u0648\u0642\u0639'
  const senders = ['p\u0430ypal.com', 'moc.lap\u202eyap', arabic]
  await openThreats(senders.map((sender_domain, id) => threat({ id, sender_domain })))
  const word = 'Look-alike letters'
  for (const text of ['xn--pypal-4ve.com', 'moc.lap[U+202E]yap']) {
    within(withText(text)).getByText(word)
  }
  expect(within(withText(arabic)).queryByText(word)).toBeNull()
  expect(document.body.textContent).not.toMatch(/p\u0430ypal|\u202e/)
})
