import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { ConfirmPassword } from '../../../src/islands/account/ConfirmPassword.tsx'
import { $confirmAtProviderWords } from '../../../src/lib/account/words/confirm-at-provider.words.yaml'
import { $confirmPasswordWords } from '../../../src/lib/account/words/confirm-password.words.yaml'
import { keepToken } from '../../../src/lib/core/storage/token.ts'
import { tellConfirmation } from '../../../src/lib/sign-in/provider-window.ts'
import { $session, signOut } from '../../../src/lib/sign-in/session.ts'

const words = $confirmAtProviderWords.get()
const url = 'https://login.clinic.example/auth'

afterEach(() => {
  cleanup()
  signOut()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** @param isSingleSignOn how the session began */
async function ask(isSingleSignOn: boolean, confirm = () => Response.json({ url })) {
  vi.stubGlobal('fetch', async (path: string) =>
    path.endsWith('/confirm')
      ? confirm()
      : Response.json({ id: '7', username: 'rania', is_single_sign_on: isSingleSignOn }),
  )
  const stop = $session.listen(() => undefined)
  keepToken('token')
  await expect.poll(() => $session.get().status).toBe('signed-in')
  const answered = vi.fn()
  render(<ConfirmPassword answer={answered} />)
  stop()
  return answered
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

test('a user of single sign-on confirms in a window of the provider, and the page goes on by itself', async () => {
  const opened = { location: { href: '' }, close: vi.fn() }
  vi.stubGlobal('open', () => opened)
  const answered = await ask(true)
  expect(screen.queryByLabelText($confirmPasswordWords.get().password)).toBeNull()
  await press(words.confirm)
  await expect.poll(() => opened.location.href).toBe(url)
  expect(await screen.findByText(words.waiting)).toBeDefined()

  tellConfirmation(false)
  expect(await screen.findByText(words.notConfirmed)).toBeDefined()
  expect(answered).not.toHaveBeenCalled()
  tellConfirmation(true)
  await expect.poll(() => answered.mock.calls).toEqual([[true]])
})

test('where the browser opens no window, a link leads to the provider', async () => {
  vi.stubGlobal('open', () => null)
  await ask(true)
  await press(words.confirm)
  const link = await screen.findByRole('link', { name: words.openHere })
  expect(link.getAttribute('href')).toBe(url)
})

test('a provider that does not answer is said in words, and the window closes', async () => {
  const opened = { location: { href: '' }, close: vi.fn() }
  vi.stubGlobal('open', () => opened)
  const detail = 'The sign-in service of your organization does not answer.'
  const answered = await ask(true, () =>
    Response.json({ detail, code: 'provider_unavailable', params: {} }, { status: 503 }),
  )
  await press(words.confirm)
  expect(await screen.findByText(detail)).toBeDefined()
  expect(opened.close).toHaveBeenCalledOnce()
  await press('Cancel')
  expect(answered.mock.calls).toEqual([[false]])
})

test('other users are asked for the password', async () => {
  await ask(false)
  expect(screen.getByLabelText($confirmPasswordWords.get().password)).toBeDefined()
  expect(screen.queryByRole('button', { name: words.confirm })).toBeNull()
})
