import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { MailboxSection } from '../../../src/islands/account/MailboxSection.tsx'
import { ownMailbox } from '../../../src/lib/account/mailbox.ts'
import { keepToken } from '../../../src/lib/core/storage/token.ts'
import { withStubbedServer } from '../../support/server/stubbed-server.ts'

const stub = withStubbedServer()
afterEach(cleanup)

const path = '/api/account/mailbox'
const addresses = ['rania@clinic.example', 'accounts@clinic.example']
const mail = {
  id: 'a-mail',
  subject: 'Confirm your account',
  sender_domain: 'lookalike.example',
  threat_level: 'suspicious',
  detection_reason: 'A short link hides where it leads',
  received_at: '2026-03-01T09:30:00.000Z',
  is_returning: false,
}
const mailbox = {
  address: 'rania@clinic.example',
  host: 'imap.clinic.example',
  port: 993,
  security: 'tls',
  username: 'rania',
  action: 'move',
  state: 'active',
  problem: null,
  folder: 'Aman – suspicious',
  connected_at: '2026-03-01T08:00:00.000Z',
  last_mail_at: '2026-03-01T09:30:00.000Z',
  moved: [mail],
}
const found = {
  is_found: true,
  provider: '',
  needs: 'password',
  help: null,
  host: 'imap.clinic.example',
  port: 993,
  security: 'tls',
  username: 'rania',
}

async function open(shown: object | null, more: Parameters<typeof stub.answer>[0] = {}) {
  keepToken('token')
  stub.answer({ [`GET ${path}`]: { is_offered: true, addresses, mailbox: shown }, ...more })
  render(<MailboxSection />)
  // The store still has what the test before it was answered with.
  await ownMailbox.reload()
}

const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))

test('a mailbox is connected with its address and the password alone', async () => {
  await open(null, { [`POST ${path}/server`]: found, [`POST ${path}`]: { success: true } })
  await press('Continue')
  const password = await screen.findByLabelText('App password')
  expect(screen.getByText('Mail server: imap.clinic.example')).toBeDefined()
  fireEvent.change(password, { target: { value: 'abcd efgh' } })
  fireEvent.click(screen.getByLabelText('Take earlier senders as known'))
  stub.answer({ [`GET ${path}`]: { is_offered: true, addresses, mailbox } })
  await press('Protect my mailbox')
  expect((await screen.findByText(/^Protected since /)).parentElement).toBe(document.activeElement)
  expect(stub.changes()).toEqual([
    [`POST ${path}/server`, { address: 'rania@clinic.example' }],
    [
      `POST ${path}`,
      {
        address: 'rania@clinic.example',
        host: 'imap.clinic.example',
        port: 993,
        security: 'tls',
        username: 'rania',
        password: 'abcd efgh',
        knows_senders: true,
      },
    ],
  ])
})

test('where the provider takes no password, none is asked for', async () => {
  const microsoft = { ...found, provider: 'Microsoft', needs: 'unsupported' }
  await open(null, { [`POST ${path}/server`]: microsoft })
  await press('Continue')
  expect(await screen.findByText(/^Microsoft lets no program read a mailbox/)).toBeDefined()
  expect(screen.queryByLabelText('App password')).toBeNull()
})

test('where the provider lets people sign in, its page opens, and what it leads back with is finished', async () => {
  const provider = { ...found, provider: 'Microsoft', needs: 'sign-in' }
  const finished = `POST ${path}/sign-in/finish`
  await open(null, {
    [`POST ${path}/server`]: provider,
    [`POST ${path}/sign-in`]: { url: '#at-the-provider' },
    [finished]: { success: true },
  })
  await press('Continue')
  await press('Sign in at the provider')
  expect(screen.queryByLabelText('App password')).toBeNull()
  await expect.poll(() => location.hash).toBe('#at-the-provider')
  cleanup()
  history.replaceState(
    null,
    '',
    '/dashboard/account?code=a-code&state=a-state&iss=https%3A%2F%2Fprovider',
  )
  await open(mailbox, { [finished]: { success: true } })
  expect(await screen.findByText(/^Protected since /)).toBeDefined()
  expect(location.search).toBe('')
  expect(stub.changes()).toContainEqual([
    finished,
    { state: 'a-state', code: 'a-code', iss: 'https://provider' },
  ])
})

test.each([
  [{ state: 'refused', problem: 'consent' }, /permission no longer/],
  [{ state: 'stopped' }, /^Stopped by you/],
  [{ state: 'refused', problem: 'password' }, /refused the password three times/],
  [{ problem: 'password' }, /refuses the password\. Aman tries three times at most/],
  [{ problem: 'unreachable' }, /does not answer\. Aman tries again and again/],
  [{ problem: 'certificate' }, /the certificate of imap\.clinic\.example is not valid/],
  [{ problem: 'full' }, /Your mailbox is full/],
  [{ problem: 'shared' }, /^Another installation of Aman watches this mailbox too/],
])('the state %j is said in words', async (state, sentence) => {
  await open({ ...mailbox, ...state })
  expect(await screen.findByText(sentence)).toBeDefined()
})

test('a mail in the folder says why it is there, and is moved back in one action', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  await open(mailbox, { [`POST ${path}/mails/a-mail/move-back`]: { success: true } })
  expect(await screen.findByText('A short link hides where it leads')).toBeDefined()
  const returning = { ...mailbox, moved: [{ ...mail, is_returning: true }] }
  stub.answer({ [`GET ${path}`]: { is_offered: true, addresses, mailbox: returning } })
  fireEvent.click(screen.getByRole('button', { name: /^Move it back: Confirm your account/ }))
  expect(await screen.findByText('On its way back')).toBeDefined()
  stub.answer({
    [`GET ${path}`]: { is_offered: true, addresses, mailbox: { ...mailbox, moved: [] } },
  })
  vi.advanceTimersByTime(5000)
  await expect.poll(() => screen.queryByText('On its way back')).toBeNull()
  expect(stub.names()).toContain(`POST ${path}/mails/a-mail/move-back`)
})

test('where the server cannot watch a mailbox, the section is not there', async () => {
  keepToken('token')
  stub.answer({ [`GET ${path}`]: { is_offered: false, addresses: [], mailbox: null } })
  const { container } = render(<MailboxSection />)
  await ownMailbox.reload()
  await expect.poll(() => container.textContent).toBe('')
})

test('a mailbox that the organization protects is explained, and its user chooses the action alone', async () => {
  await open({ ...mailbox, by_organization: true, seen_at: null })
  expect(await screen.findByText(/^Your organization is connecting this mailbox/)).toBeDefined()
  expect(screen.getByText(/^Your organization protects this mailbox/)).toBeDefined()
  expect(screen.getByRole('button', { name: 'Save' })).toBeDefined()
  for (const name of ['Stop', 'Disconnect']) {
    expect(screen.queryByRole('button', { name })).toBeNull()
  }
})
