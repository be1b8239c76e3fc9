import { render, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Overview } from '../../src/islands/dashboard/employee/Overview.tsx'
import { keepToken } from '../../src/lib/token.ts'
import { makeGatewayKey, makeScan, makeSession, makeUser } from '../support/factories.ts'
import { withRealServer } from '../support/site.ts'

const server = withRealServer()

test('R113 R114 R116 R279 what a gateway reported a second ago is on the dashboard', async () => {
  const person = await makeUser(server().parts)
  const key = await makeGatewayKey(server().parts, person.organizationId)
  const report = makeScan({
    recipient: person.email,
    threat_level: 'malicious',
    sender: 'payroll@lookalike.example',
    subject: 'Your salary',
    indicators: ['Lookalike domain', 'Password form', 'Urgent tone', 'New sender'],
  })
  expect((await server().post('/api/scans', { token: key, body: report })).status).toBe(200)

  keepToken(await makeSession(server().parts, person))
  render(<Overview />)
  const threats = await screen.findByRole('region', { name: 'Recent threats' })
  within(threats).getByText('lookalike.example')
  within(threats).getByText('Subject not kept')
  within(threats).getByText('+1 more')
  expect(screen.getByText('Phishing emails caught').nextSibling?.textContent).toBe('1')
  expect(screen.queryByText('Your salary')).toBeNull()
})

test('R129 somebody whose mail was all safe reads so', async () => {
  const person = await makeUser(server().parts)
  keepToken(await makeSession(server().parts, person))
  render(<Overview />)
  await screen.findByText('No Threats Detected')
})
