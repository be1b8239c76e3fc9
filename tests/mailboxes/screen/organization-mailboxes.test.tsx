import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { OrganizationMailboxes } from '../../../src/islands/mailboxes/OrganizationMailboxes.tsx'
import { keepToken } from '../../../src/lib/core/storage/token.ts'
import { $notices } from '../../../src/lib/core/ui-state/notices.ts'
import { organizationMailboxes } from '../../../src/lib/mailboxes/mailbox-credential.ts'
import { answerQuestion } from '../../support/browser/screen-state.ts'
import { withStubbedServer } from '../../support/server/stubbed-server.ts'

const stub = withStubbedServer()
afterEach(cleanup)

const path = '/api/organization/mailbox-credential'
const addresses = ['rania@clinic.example', 'omar@clinic.example']
const server = { host: 'imap.clinic.example', port: 993, security: 'tls' }
const credential = {
  ...{ ...server, login: 'aman', state: 'active', kept_at: '2026-03-01T08:00:00.000Z' },
}
const none = { is_offered: true, credential: null }

async function open(shown: object, more: Parameters<typeof stub.answer>[0] = {}) {
  keepToken('token')
  stub.answer({ [`GET ${path}`]: shown, ...more })
  render(<OrganizationMailboxes addresses={addresses} />)
  // The store still has what the test before it was answered with.
  await organizationMailboxes.reload()
}

const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))

test('all mailboxes are protected by one login, checked with the mailbox of a user', async () => {
  const found = { is_found: true, ...server, username: 'omar' }
  await open(none, { [`POST ${path}/server`]: found, [`POST ${path}`]: { success: true } })
  await press('Set up')
  fireEvent.change(await screen.findByLabelText("A user's address for the check"), {
    target: { value: 'omar@clinic.example' },
  })
  await press('Continue')
  await screen.findByText('Mail server: imap.clinic.example')
  await type(/^Login at the mail server/, 'aman')
  await type(/^Its password/, 'correct horse')
  await press('Check, and protect all')
  await expect
    .poll(() => stub.inputs(`POST ${path}`))
    .toEqual([
      {
        ...{ ...server, address: 'omar@clinic.example', username: 'omar' },
        ...{ login: 'aman', password: 'correct horse' },
      },
    ])
})

async function openKind(kind: string, more: object = {}) {
  const found = { is_found: true, kind, ...server, username: 'rania@clinic.example', ...more }
  await open(none, { [`POST ${path}/server`]: found, [`POST ${path}`]: { success: true } })
  await press('Set up')
  await press('Continue')
}

const type = async (label: RegExp, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } })

test('where mail is at Google, the key file of a service account is chosen or pasted', async () => {
  await openKind('google')
  expect((await screen.findByLabelText<HTMLInputElement>('Google Workspace')).checked).toBe(true)
  const choose = (file: File) =>
    fireEvent.change(screen.getByLabelText('Choose the key file'), { target: { files: [file] } })
  choose(new File(['x'.repeat(9000)], 'mail.json'))
  await expect
    .poll(() => $notices.get().map(({ text }) => text))
    .toContain('This file is too large for a key file')
  choose(new File(['{"type":"service_account"}'], 'key.json'))
  const field = screen.getByLabelText<HTMLTextAreaElement>(/^Key file/)
  await expect.poll(() => field.value).toBe('{"type":"service_account"}')
  await press('Check, and protect all')
  await expect
    .poll(() => stub.inputs(`POST ${path}`))
    .toEqual([{ address: 'rania@clinic.example', key_file: '{"type":"service_account"}' }])
})

test('another kind than the one that was found can be chosen', async () => {
  await openKind('proxy')
  fireEvent.click(await screen.findByLabelText('Microsoft 365'))
  await type(/^Directory/, 'clinic.onmicrosoft.com')
  await press('Check, and protect all')
  expect(stub.inputs(`POST ${path}`)).toEqual([])
  await type(/^Application/, '1b2a3d4e-0f6c-4c55-9d2a-7d0c1f0e5a3b')
  await type(/^Client secret/, 'Q~abc')
  await press('Check, and protect all')
  await expect
    .poll(() => stub.inputs(`POST ${path}`))
    .toEqual([
      {
        ...{ address: 'rania@clinic.example', tenant: 'clinic.onmicrosoft.com' },
        ...{ client_id: '1b2a3d4e-0f6c-4c55-9d2a-7d0c1f0e5a3b', client_secret: 'Q~abc' },
      },
    ])
})

test('each mailbox that is not connected is named with its reason, and tried again in one action', async () => {
  const failing = [
    { full_name: 'Omar', address: 'omar@clinic.example', problem: 'unknown', is_over: true },
  ]
  const shown = { is_offered: true, credential, watched: 38, failing_count: 1, failing }
  await open(shown, { [`POST ${path}/retry`]: { success: true } })
  expect(await screen.findByText('38 mailboxes are protected')).toBeDefined()
  expect(screen.getByText(/^The mail server knows no mailbox with this address/)).toBeDefined()
  await press('Try again')
  await expect.poll(() => stub.inputs(`POST ${path}/retry`)).toHaveLength(1)
})

test('a refused login is one sentence, and its removal is asked first', async () => {
  const refused = { ...credential, state: 'refused', refusal: 'microsoft_secret_refused' }
  await open(
    { is_offered: true, credential: refused, watched: 0, failing_count: 40 },
    { [`DELETE ${path}`]: { success: true } },
  )
  expect(await screen.findByText(/^All wait: imap.clinic.example refused/)).toBeDefined()
  expect(screen.getByText(/^Microsoft refuses the client secret/)).toBeDefined()
  expect(screen.queryByText(/mailboxes are not connected/)).toBeNull()
  await press('Remove')
  await answerQuestion(true)
  await expect.poll(() => stub.inputs(`DELETE ${path}`)).toHaveLength(1)
})

test('where the server has no key for secrets, nothing is shown', async () => {
  await open({ is_offered: false })
  expect(screen.queryByRole('heading')).toBeNull()
})
