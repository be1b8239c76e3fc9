import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { cleanStores } from 'nanostores'
import { afterEach, expect, test } from 'vitest'
import { Overview } from '../../../src/islands/employee/EmployeeScreen.tsx'
import { RiskView } from '../../../src/islands/risk/RiskView.tsx'
import { keepToken } from '../../../src/lib/core/storage/token.ts'
import { employeeDashboard } from '../../../src/lib/employee/employee.ts'
import { withRealServer } from '../../support/server/site.ts'
import { makeSession, makeUser } from '../../support/worlds/factories.ts'
import { makeGatewayKey, makeScan, reportScans } from '../../support/worlds/mail-factories.ts'

// Last: without the session's store no test requests the next user's data.
afterEach(() => cleanStores(employeeDashboard.$resource))

const server = withRealServer()

test('mail that a gateway reported a second ago is on the dashboard', {
  tags: ['R113', 'R114', 'R116', 'R279'],
}, async () => {
  const user = await makeUser(server().services)
  const key = await makeGatewayKey(server().services, user.organizationId)
  const report = makeScan({
    recipient: user.email,
    threat_level: 'malicious',
    sender: 'payroll@lookalike.example',
    subject: 'Your salary',
    indicators: ['Lookalike domain', 'Password form', 'Urgent tone', 'New sender'],
  })
  expect((await server().post('/api/scans', { token: key, body: report })).status).toBe(200)

  keepToken(await makeSession(server().services, user))
  render(<Overview />)
  const threats = await screen.findByRole('region', { name: 'Recent threats' })
  within(threats).getByText('lookalike.example')
  within(threats).getByText('Subject not kept')
  within(threats).getByText('+1 more')
  expect(screen.getByText('Phishing emails caught').nextSibling?.textContent).toBe('1')
  expect(screen.queryByText('Your salary')).toBeNull()
})

test('the answer to a report is on the dashboard, above the threats, with what it means for the user', async () => {
  const lead = await makeUser(server().services, { role: 'team_lead' })
  const { organizationId } = lead
  const user = await makeUser(server().services, { organizationId })
  const [scan] = await reportScans(server().services, user, [
    { threat_level: 'suspicious', sender: 'news@supplier.example', subject: 'Prices of March' },
  ])
  const token = await makeSession(server().services, user)
  const said = { kind: 'scan', id: scan?.id, opinion: 'dangerous' }
  expect((await server().post('/api/mail-reports', { token, body: said })).status).toBe(200)
  const report = await server()
    .services.database.selectFrom('audit')
    .select('id')
    .where('action', '=', 'mail-report')
    .where('actor_id', '=', user.id)
    .executeTakeFirstOrThrow()
  const answer = { id: report.id, outcome: 'honest' }
  const leading = await makeSession(server().services, lead)
  const closed = await server().post('/api/team/close-request', { token: leading, body: answer })
  expect(closed.status).toBe(200)
  keepToken(token)
  render(<Overview />)
  const answers = await screen.findByRole('region', { name: 'Answers to your reports' })
  const [row] = within(answers).getAllByRole('listitem')
  expect(row?.textContent).toMatch(
    /^Prices of MarchIt is honestYou can use it as usual\.You reported it as dangerous .*Answered/,
  )
  const threats = screen.getByRole('region', { name: 'Recent threats' })
  expect(answers.compareDocumentPosition(threats)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

test('a score of 0 is explained without the promise that it falls', async () => {
  keepToken(await makeSession(server().services, await makeUser(server().services)))
  render(<RiskView />)
  expect(await screen.findByText(/^This is the lowest score\./)).toBeTruthy()
  expect(screen.queryByText(/falls further/)).toBeNull()
})

test("a user whose mail was all safe sees 'No Threats Detected'", { tags: ['R129'] }, async () => {
  const user = await makeUser(server().services)
  keepToken(await makeSession(server().services, user))
  render(<Overview />)
  expect(await screen.findByText('No Threats Detected')).toBeTruthy()
})

test('a threat can be opened by keyboard, lists all of its indicators, and can be closed', async () => {
  const user = await makeUser(server().services)
  const signs = ['Lookalike domain', 'Password form', 'Urgent tone', 'New sender', 'New sender']
  await reportScans(server().services, user, [{ threat_level: 'suspicious', indicators: signs }])
  keepToken(await makeSession(server().services, user))
  const keys = userEvent.setup()
  render(<Overview />)
  const toggle = await screen.findByRole('button', { name: '+2 more' })
  const shown = () =>
    within(screen.getByRole('list', { name: 'What gave it away' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
  expect(shown()).toEqual(signs.slice(0, 3))
  expect(toggle.getAttribute('aria-expanded')).toBe('false')
  toggle.focus()
  await keys.keyboard('{Enter}')
  expect(shown()).toEqual(signs)
  expect(toggle.getAttribute('aria-expanded')).toBe('true')
  expect(document.activeElement).toBe(toggle)
  await keys.keyboard(' ')
  expect(shown()).toEqual(signs.slice(0, 3))
})

test('the share of phishing is drawn and described in words', async () => {
  const user = await makeUser(server().services)
  await reportScans(server().services, user, [
    { threat_level: 'safe' },
    { threat_level: 'safe' },
    { threat_level: 'safe' },
    { threat_level: 'malicious' },
  ])
  keepToken(await makeSession(server().services, user))
  const { container } = render(<Overview />)
  const figure = await screen.findByRole('figure')
  expect(figure.textContent).toBe('75.0% safe, 25.0% phishing')
  const widths = [...container.querySelectorAll('figure rect')].map((it) =>
    it.getAttribute('width'),
  )
  expect(widths).toEqual(['75%', '25%'])
})

test('each of the four security tips has a title and a text', {
  tags: ['R117'],
}, async () => {
  const user = await makeUser(server().services)
  keepToken(await makeSession(server().services, user))
  render(<Overview />)
  const tips = await screen.findByRole('region', { name: 'Security tips' })
  const items = within(tips).getAllByRole('listitem')
  expect(items).toHaveLength(4)
  for (const item of items) {
    const [title, text] = [...item.children].map((part) => part.textContent ?? '')
    expect(title).toMatch(/\w+ \w+/)
    expect(text).toMatch(/\w+ \w+.*\.$/)
  }
})
