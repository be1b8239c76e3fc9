import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearStorage, keepToken } from '../../../src/lib/core/storage/token.ts'
import { followConfirmation } from '../../../src/lib/sign-in/provider-window.ts'
import { $singleSignOnWords } from '../../../src/lib/sign-in/words/single-sign-on.words.yaml'

// Code for the screen behind the sign-in is not looked at here, and comes at any time.
vi.mock('../../../src/islands/roots/landing-figures.ts', () => ({ loadLandingFigures: vi.fn() }))

type Answers = Readonly<Record<string, () => Response>>

const singleSignOnWords = $singleSignOnWords.get()
const left = vi.fn()
const fetched = vi.fn<(url: string, options: RequestInit) => void>()
const refusal = (status: number, code: string, detail: string, fields: readonly object[] = []) =>
  Response.json({ success: false, detail, code, params: {}, fields }, { status })
const employee = { id: '7', username: 'rania', role: 'employee', has_consented: true }

/** The calls of a backend with single sign-on; every other call fails. */
function answer(answers: Answers, capabilities: readonly string[] = ['single-sign-on']) {
  vi.stubGlobal('fetch', async (url: string, options: RequestInit) => {
    fetched(url, options)
    const known: Answers = {
      '/api/auth/capabilities': () => Response.json({ capabilities }),
      '/api/auth/me': () => Response.json(employee),
      ...answers,
    }
    return known[url]?.() ?? new Response('', { status: 500 })
  })
}

const sentTo = (path: string) =>
  fetched.mock.calls.flatMap(([url, { body }]) => (url === path ? [JSON.parse(String(body))] : []))

async function openPage(fragment = '') {
  history.replaceState(null, '', `/login${fragment}`)
  vi.resetModules()
  const module = await import('../../../src/islands/roots/SignInRoot.tsx')
  render(<module.SignInRoot />)
}

beforeEach(() => vi.spyOn(location, 'assign').mockImplementation(left))
afterEach(() => {
  cleanup()
  clearStorage()
  fetched.mockReset()
  left.mockReset()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  history.replaceState(null, '', '/')
})

const begin = '/api/auth/login/single-sign-on'
const finish = '/api/auth/login/single-sign-on/finish'
const entrance = () => screen.findByRole('button', { name: 'Sign in with your organization' })

test('the entrance is there only where the backend names single sign-on', async () => {
  answer({}, ['password-reset'])
  await openPage()
  await screen.findByRole('link', { name: 'Forgot your password?' })
  expect(screen.queryByRole('button', { name: 'Sign in with your organization' })).toBeNull()
})

test('an email that was typed as a username leads to the provider at once', async () => {
  answer({ [begin]: () => Response.json({ url: 'https://login.clinic.example/auth' }) })
  await openPage()
  await userEvent.type(await screen.findByLabelText('Username'), 'rania@clinic.example')
  await userEvent.click(await entrance())
  await expect.poll(() => left.mock.calls).toEqual([['https://login.clinic.example/auth']])
  expect(sentTo(begin)).toEqual([{ login: 'rania@clinic.example' }])
  expect(screen.getByRole('button', { name: singleSignOnWords.pending })).toBeDefined()
  // Back from there, perhaps without an answer, the form can be sent again.
  dispatchEvent(new Event('pageshow'))
  await userEvent.click(await screen.findByRole('button', { name: 'Continue' }))
  await expect.poll(() => left.mock.calls).toHaveLength(2)
})

test('an unknown domain is said at the field, and a password still signs in', async () => {
  const detail = 'There is no single sign-on for this address. Sign in with your password.'
  const login = [{ field: 'login', code: 'no_single_sign_on', params: {} }]
  answer({ [begin]: () => refusal(404, 'no_single_sign_on', detail, login) })
  await openPage()
  await userEvent.click(await entrance())
  const email = await screen.findByLabelText('Work email')
  await expect.poll(() => document.activeElement).toBe(email)
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }))
  expect((await screen.findByRole('alert')).textContent).toBe(singleSignOnWords.missing)
  await expect.poll(() => document.activeElement).toBe(email)
  expect(sentTo(begin)).toEqual([])

  await userEvent.type(email, 'rania@other.example{Enter}')
  await expect.poll(() => email.getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByRole('alert').textContent).toBe(detail)
  expect(left).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: singleSignOnWords.back }))
  await expect.poll(() => document.activeElement).toBe(screen.getByLabelText('Username'))
})

test('the code of the provider leaves the address at once and becomes a session', async () => {
  const finished = Promise.withResolvers<void>()
  answer({
    [finish]: () => {
      finished.resolve()
      return Response.json({ access_token: 'token', user_role: 'employee' })
    },
  })
  await openPage('#single-sign-on=secret-code')
  await expect.poll(() => location.hash).toBe('')
  await finished.promise
  await expect.poll(() => location.pathname).toBe('/dashboard/employee')
  expect(sentTo(finish)).toEqual([{ code: 'secret-code' }])
  // The dashboard's own call would else be made in the test after this one.
  await expect
    .poll(() => fetched.mock.calls.map(([url]) => url))
    .toContain('/api/dashboard/employee')
  expect(localStorage.getItem('aman_access_token')).toBe('token')
})

test.each([
  ['no_user', singleSignOnWords.no_user],
  ['something new', singleSignOnWords.invalid],
])('the problem %s is said in words, with a way on', async (problem, words) => {
  answer({})
  await openPage(`#single-sign-on-problem=${encodeURIComponent(problem)}`)
  expect((await screen.findByRole('alert')).textContent).toBe(words)
  expect(location.hash).toBe('')
  expect(sentTo(finish)).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: singleSignOnWords.back }))
  expect(await screen.findByLabelText('Password')).toBeDefined()
})

test('a code that is too old is said in words, and the sign-in begins again', async () => {
  answer({
    [finish]: () => refusal(401, 'single_sign_on_ended', 'This took too long. Start again.'),
    [begin]: () => Response.json({ url: 'https://login.clinic.example/auth' }),
  })
  await openPage('#single-sign-on=old-code')
  expect((await screen.findByRole('alert')).textContent).toBe('This took too long. Start again.')
  await userEvent.type(screen.getByLabelText('Work email'), 'rania@clinic.example{Enter}')
  await expect.poll(() => left.mock.calls).toHaveLength(1)
  expect(screen.queryByRole('alert')).toBeNull()
})

test.each([
  ['#single-sign-on-confirmed=yes', true, singleSignOnWords.confirmedTitle],
  ['#single-sign-on-problem=refused', false, singleSignOnWords.notConfirmedTitle],
])(
  'the window of a confirmation tells the page that opened it: %s',
  async (fragment, isConfirmed, title) => {
    const told = vi.fn()
    const stop = followConfirmation(told)
    vi.spyOn(window, 'close').mockReturnValue(undefined)
    answer({})
    keepToken('token')
    await openPage(fragment)
    expect(await screen.findByRole('heading', { name: title })).toBeDefined()
    await expect.poll(() => told.mock.calls).toEqual([[isConfirmed]])
    expect(location.pathname).toBe('/login')
    stop()
  },
)
