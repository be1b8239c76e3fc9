import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { cleanStores } from 'nanostores'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { capabilities } from '../../../contract/sign-in/show-capabilities.ts'
import { SignInScreen } from '../../../src/islands/sign-in/SignInScreen.tsx'
import { SingleSignOnSection } from '../../../src/islands/sign-in/settings/SingleSignOnSection.tsx'
import { forgetSession } from '../../../src/lib/core/storage/forget.ts'
import { clearStorage, keepToken } from '../../../src/lib/core/storage/token.ts'
import { $notices } from '../../../src/lib/core/ui-state/notices.ts'
import { openSignIn } from '../../../src/lib/sign-in/organization-sign-in.ts'
import { canUsePasskeys } from '../../../src/lib/sign-in/passkeys.ts'
import { takeProviderReturn } from '../../../src/lib/sign-in/provider-return.ts'
import { followConfirmation } from '../../../src/lib/sign-in/provider-window.ts'
import { $session } from '../../../src/lib/sign-in/session.ts'
import { singleSignOnSettings } from '../../../src/lib/sign-in/single-sign-on-settings.ts'
import { $singleSignOnWords } from '../../../src/lib/sign-in/words/single-sign-on.words.yaml'
import { $singleSignOnSettingsWords } from '../../../src/lib/sign-in/words/single-sign-on-settings.words.yaml'
import { withRealServer } from '../../support/server/site.ts'
import { refusal } from '../../support/server/stubbed-server.ts'
import { makeUser } from '../../support/worlds/factories.ts'

// Code for the screen behind the sign-in is not looked at here, and comes at any time.
vi.mock('../../../src/islands/roots/landing-figures.ts', () => ({ loadLandingFigures: vi.fn() }))

describe('with a password', () => {
  const server = withRealServer()

  test('without a connection the form says so beside the specified alert, until the next attempt', {
    tags: ['R055'],
  }, async () => {
    const user = await makeUser(server().services, { password: 'a password of hers' })
    const { fetch } = globalThis
    vi.stubGlobal('fetch', async (...given: Parameters<typeof fetch>) => {
      // The capabilities would be asked for again two seconds after, in another test.
      if (given[1]?.method !== 'POST') return fetch(...given)
      throw new TypeError('Failed to fetch')
    })
    const stop = $session.subscribe(() => undefined)
    render(<SignInScreen />)
    await userEvent.type(screen.getByLabelText('Username'), user.username)
    await userEvent.type(screen.getByLabelText('Password'), 'a password of hers')
    await userEvent.click(screen.getByRole('button', { name: 'Sign In' }))
    expect((await screen.findByRole('alert')).textContent).toContain('Login failed')
    await screen.findByText(/^There is no connection to the server\./)
    vi.stubGlobal('fetch', fetch)
    await userEvent.click(screen.getByRole('button', { name: 'Sign In' }))
    await expect.poll(() => $session.get().status).toBe('signed-in')
    expect(screen.queryByText(/^There is no connection/)).toBeNull()
    stop()
  })
})

describe('the entrance', () => {
  afterEach(() => {
    vi.unstubAllGlobals()
    history.replaceState(null, '', '/')
  })

  describe('passkeys', () => {
    const offered = new Set(['totp', 'passkeys'])
    function openAt(hostname: string) {
      vi.stubGlobal('PublicKeyCredential', class {})
      vi.stubGlobal('location', { hostname })
    }

    test.each([
      ['aman.firm.example', true],
      ['localhost', true],
      ['4you.example', true],
      ['node-7', true],
      ['127.0.0.1', false],
      ['[::1]', false],
    ])('of %s can be used: %s', (hostname, expected) => {
      openAt(hostname)
      expect(canUsePasskeys(offered)).toBe(expected)
    })

    test('need a backend that offers them, and a browser that knows them', () => {
      openAt('aman.firm.example')
      expect(canUsePasskeys(new Set(['totp']))).toBe(false)
      vi.unstubAllGlobals()
      vi.stubGlobal('location', { hostname: 'aman.firm.example' })
      expect(canUsePasskeys(offered)).toBe(false)
    })
  })

  describe('the fragment that the identity provider sends back', () => {
    test.each([
      '#single-sign-on=secret',
      '#single-sign-on-problem=refused',
      '#single-sign-on-confirmed=yes',
    ])('is taken out of the address at once: %s', (fragment) => {
      history.replaceState({ kept: 1 }, '', `/login?next=1${fragment}`)
      const before = history.length
      expect(takeProviderReturn()).toBe(fragment)
      expect(location.pathname + location.search + location.hash).toBe('/login?next=1')
      expect(history.state).toEqual({ kept: 1 })
      expect(history.length).toBe(before)
      expect(takeProviderReturn()).toBe('')
    })

    test.each(['', '#form', '#a-single-sign-on=x'])('is not %j, which stays', (fragment) => {
      history.replaceState(null, '', `/login${fragment}`)
      expect(takeProviderReturn()).toBe('')
      expect(location.hash).toBe(fragment)
    })
  })
})

describe('the settings of single sign-on', () => {
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
      { [path]: () => refusal(detail, { field: 'client_secret' }) },
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
})

describe('with single sign-on', () => {
  type Answers = Readonly<Record<string, () => Response>>

  const singleSignOnWords = $singleSignOnWords.get()
  const left = vi.fn()
  const fetched = vi.fn<(url: string, options: RequestInit) => void>()
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
    fetched.mock.calls.flatMap(([url, { body }]) =>
      url === path ? [JSON.parse(String(body))] : [],
    )

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
    answer({
      [begin]: () => refusal(detail, { status: 404, code: 'no_single_sign_on', field: 'login' }),
    })
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
      [finish]: () =>
        refusal('This took too long. Start again.', { status: 401, code: 'single_sign_on_ended' }),
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
})

describe('capabilities', () => {
  // The module remembers for the whole document what it has asked.
  const fresh = async () => (await import('../../../src/lib/sign-in/capabilities.ts')).$capabilities

  beforeEach(() => vi.resetModules())
  afterEach(() => vi.unstubAllGlobals())

  test('a document asks once what the backend offers, and ignores names that it does not know', async () => {
    const fetched = vi.fn(async () =>
      Response.json({ capabilities: ['totp', 'telepathy', 7, 'invitations'] }),
    )
    vi.stubGlobal('fetch', fetched)
    const $capabilities = await fresh()
    const stop = $capabilities.listen(() => undefined)
    const offered = () => capabilities.filter((name) => $capabilities.get().has(name))
    await expect.poll(offered).toEqual(['invitations', 'totp'])
    stop()
    cleanStores($capabilities)
    $capabilities.listen(() => undefined)
    expect(fetched).toHaveBeenCalledOnce()
  })

  test('a backend without the call offers nothing, and is asked again by the next part of the page', async () => {
    const answers = [new Response('', { status: 404 }), Response.json({ capabilities: ['totp'] })]
    const fetched = vi.fn(async () => answers.shift() ?? Response.error())
    vi.stubGlobal('fetch', fetched)
    const $capabilities = await fresh()
    const stop = $capabilities.listen(() => undefined)
    await expect.poll(() => fetched.mock.settledResults).toHaveLength(1)
    expect($capabilities.get().size).toBe(0)
    stop()
    cleanStores($capabilities)
    $capabilities.listen(() => undefined)
    await expect.poll(() => $capabilities.get()).toEqual(new Set(['totp']))
  })

  test('a backend that fails or cannot be reached is asked again by itself, and one without the call is not', async () => {
    vi.useFakeTimers()
    try {
      const fetched = vi
        .fn(async () => Response.json({ capabilities: ['search'] }))
        .mockResolvedValueOnce(new Response('', { status: 500 }))
        .mockRejectedValueOnce(new TypeError('no network'))
      vi.stubGlobal('fetch', fetched)
      const { $capabilities, $capabilitiesState } = await import(
        '../../../src/lib/sign-in/capabilities.ts'
      )
      $capabilities.listen(() => undefined)
      await vi.waitFor(() => expect($capabilitiesState.get()).toBe('failed'))
      await vi.advanceTimersByTimeAsync(2000)
      expect(fetched).toHaveBeenCalledTimes(2)
      await vi.advanceTimersByTimeAsync(4000)
      await vi.waitFor(() => expect($capabilities.get()).toEqual(new Set(['search'])))
      expect($capabilitiesState.get()).toBe('known')

      vi.resetModules()
      const lacking = vi.fn(async () => new Response('', { status: 404 }))
      vi.stubGlobal('fetch', lacking)
      const other = await import('../../../src/lib/sign-in/capabilities.ts')
      await other.capabilitiesAnswered()
      await vi.advanceTimersByTimeAsync(60_000)
      expect(lacking).toHaveBeenCalledOnce()
      expect(other.$capabilitiesState.get()).toBe('known')
    } finally {
      vi.useRealTimers()
    }
  })
})
