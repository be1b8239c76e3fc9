import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { cleanStores } from 'nanostores'
import { afterEach, expect, test, vi } from 'vitest'
import { SingleSignOnSection } from '../../../src/islands/sign-in/settings/SingleSignOnSection.tsx'
import { forgetSession } from '../../../src/lib/core/storage/forget.ts'
import { $notices } from '../../../src/lib/core/ui-state/notices.ts'
import { openSignIn } from '../../../src/lib/sign-in/organization-sign-in.ts'
import { singleSignOnSettings } from '../../../src/lib/sign-in/single-sign-on-settings.ts'
import { $singleSignOnSettingsWords } from '../../../src/lib/sign-in/words/single-sign-on-settings.words.yaml'

const words = $singleSignOnSettingsWords.get()
const path = '/api/admin/organizations/o1/sign-in'
const sent = vi.fn<(url: string, input: unknown) => void>()
const settings = {
  is_offered: true,
  mode: 'optional',
  issuer: 'https://login.clinic.example',
  client_id: 'aman',
  has_secret: true,
  break_glass_user_id: null,
  redirect_uri: 'https://aman.example/api/auth/login/single-sign-on/callback/o1',
  domains: ['clinic.example'],
  linked_users: 12,
  unlinked_identities: [
    { subject: 'abc', email: 'rania@clinic.example', seen_at: '2026-03-01T09:30:00Z' },
  ],
}
const refusal = (code: string, detail: string, field: string) =>
  Response.json(
    { detail, code, params: {}, fields: [{ field, code, params: {} }] },
    { status: 422 },
  )

let close: (() => void) | undefined

async function open(
  shown: Partial<typeof settings> = {},
  posts: Readonly<Record<string, () => Response>> = {},
) {
  vi.stubGlobal('fetch', async (url: string, { method, body }: RequestInit) => {
    if (method === 'GET' && url === path) return Response.json({ ...settings, ...shown })
    if (method === 'GET') return Response.json([])
    sent(url, JSON.parse(String(body)))
    return posts[url]?.() ?? Response.json({ success: true })
  })
  close = openSignIn('o1')
  render(<SingleSignOnSection organizationId="o1" />)
  if (shown.is_offered !== false) await screen.findByLabelText(words.issuer)
}

afterEach(() => {
  cleanup()
  close?.()
  forgetSession()
  cleanStores(singleSignOnSettings.$resource)
  sent.mockReset()
  vi.unstubAllGlobals()
})

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const notices = () => $notices.get().map(({ text }) => text)

test('a stored secret is not shown and stays, and a new one replaces it', async () => {
  await open()
  const secret = screen.getByLabelText<HTMLInputElement>(words.secret)
  expect(secret.value).toBe('')
  expect(screen.getByText(words.secretKept)).toBeDefined()
  await userEvent.selectOptions(screen.getByLabelText(words.mode), 'off')
  await press(words.save)
  const { issuer, client_id } = settings
  const kept = { mode: 'off', issuer, client_id, break_glass_user_id: null }
  await expect.poll(() => sent.mock.calls).toEqual([[path, kept]])
  await expect.poll(notices).toContain(words.saved)

  await userEvent.type(secret, 'new secret')
  await press(words.save)
  await expect.poll(() => sent.mock.calls).toHaveLength(2)
  expect(sent.mock.calls[1]?.[1]).toMatchObject({ client_secret: 'new secret' })
  await expect.poll(() => secret.value).toBe('')
})

test('what is missing or refused is marked at its field', async () => {
  const detail = 'Enter the client secret of this provider'
  await open(
    { issuer: '', client_id: '', has_secret: false, mode: 'off' },
    { [path]: () => refusal('client_secret_missing', detail, 'client_secret') },
  )
  await press(words.save)
  const issuer = screen.getByLabelText(words.issuer)
  await expect.poll(() => document.activeElement).toBe(issuer)
  expect(sent).not.toHaveBeenCalled()
  await userEvent.type(issuer, 'https://login.other.example')
  await userEvent.type(screen.getByLabelText(words.clientId), 'aman')
  await userEvent.type(screen.getByLabelText(words.secret), 'x')
  await press(words.save)
  await expect.poll(notices).toEqual([words.saveFailed + detail])
  expect(screen.getByLabelText(words.secret).getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByLabelText<HTMLInputElement>(words.issuer).value).toBe(
    'https://login.other.example',
  )
})

test('the issuer is checked as it was typed, and the result is for this text alone', async () => {
  const check = `${path}/check`
  const answers = [
    { finding: 'not_a_provider', detail: 'No discovery document', sign_in_host: '' },
    { finding: 'ok', detail: '', sign_in_host: 'login.clinic.example' },
  ]
  await open({}, { [check]: () => Response.json(answers.shift()) })
  const issuer = screen.getByLabelText(words.issuer)
  await userEvent.type(issuer, '/')
  await press(words.check)
  expect(await screen.findByText(words.not_a_provider)).toBeDefined()
  expect(screen.getByText('No discovery document')).toBeDefined()
  await userEvent.type(issuer, '{Backspace}')
  expect(screen.queryByText(words.not_a_provider)).toBeNull()
  await press(words.check)
  expect(await screen.findByText(words.ok({ host: 'login.clinic.example' }))).toBeDefined()
  expect(sent.mock.calls).toEqual([
    [check, { issuer: 'https://login.clinic.example/' }],
    [check, { issuer: 'https://login.clinic.example' }],
  ])
})

test('with single sign-on only, a user is named who may still use the password', async () => {
  await open()
  expect(screen.queryByLabelText(words.breakGlass)).toBeNull()
  await userEvent.selectOptions(screen.getByLabelText(words.mode), 'only')
  expect(screen.getByText(words.onlyText)).toBeDefined()
  expect(screen.getByLabelText(words.breakGlass)).toBeDefined()
})
