import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { parse } from 'valibot'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { meEndpoint } from '../../../contract/account/me.ts'
import { AnswersSection } from '../../../src/islands/account/AnswersSection.tsx'
import { ConfirmPassword } from '../../../src/islands/account/ConfirmPassword.tsx'
import { ExtensionSection } from '../../../src/islands/account/ExtensionSection.tsx'
import { MailboxSection } from '../../../src/islands/account/MailboxSection.tsx'
import { Account } from '../../../src/islands/dashboard/DashboardLayout.tsx'
import { ownMailbox } from '../../../src/lib/account/mailbox.ts'
import { $confirmAtProviderWords } from '../../../src/lib/account/words/confirm-at-provider.words.yaml'
import { $confirmPasswordWords } from '../../../src/lib/account/words/confirm-password.words.yaml'
import { keepToken } from '../../../src/lib/core/storage/token.ts'
import { tellConfirmation } from '../../../src/lib/sign-in/provider-window.ts'
import { $session, signOut } from '../../../src/lib/sign-in/session.ts'
import { withRealServer } from '../../support/server/site.ts'
import { withStubbedServer } from '../../support/server/stubbed-server.ts'
import { userExample } from '../../support/worlds/answers.ts'
import { makeSession, makeUser } from '../../support/worlds/factories.ts'

const stub = withStubbedServer()

describe('the link to the account', () => {
  const user = parse(meEndpoint.output, userExample)

  test('the name of the user leads to the account, where the backend has one', () => {
    const { rerender } = render(
      <Account user={{ ...user, has_own_account: true }} isOpen={false} />,
    )
    const link = screen.getByRole('link', { name: /Rania Khoury/ })
    expect(link.getAttribute('href')).toBe('/dashboard/account')
    rerender(<Account user={user} isOpen={false} />)
    expect(screen.queryByRole('link')).toBeNull()
    expect(screen.getByText('Rania Khoury')).toBeDefined()
  })
})

describe('answers', () => {
  const server = withRealServer()

  test('a user switches answers by mail on and off again', async () => {
    const user = await makeUser(server().services)
    keepToken(await makeSession(server().services, user))
    const stop = $session.listen(() => undefined)
    const keys = userEvent.setup()
    render(<AnswersSection />)
    await keys.click(await screen.findByRole('button', { name: 'Send me answers by email' }))
    expect(await screen.findByText('Answers also come by email.')).toBeTruthy()
    await keys.click(screen.getByRole('button', { name: 'Stop sending answers by email' }))
    expect(await screen.findByText('Answers do not come by email.')).toBeTruthy()
    stop()
  })
})

describe('the extension', () => {
  afterEach(() => {
    cleanup()
    vi.useRealTimers()
  })

  test('a code stands with the address of the server and as a QR code, for five minutes', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    keepToken('token')
    stub.answer({
      'POST /api/account/extension-code': {
        code: 'k7qm-2fzd-8wna',
        expires_at: new Date(Date.now() + 300_000).toISOString(),
      },
      'GET /api/account/sessions': { sessions: [] },
    })
    render(<ExtensionSection />)
    fireEvent.click(screen.getByRole('button', { name: 'Show a code' }))
    await vi.waitFor(() => expect(screen.getByText('k7qm-2fzd-8wna')).toBeDefined())
    expect(screen.getByText(location.origin)).toBeDefined()
    expect(screen.getByRole('img', { name: 'QR code with the address and the code' })).toBeDefined()
    vi.advanceTimersByTime(5 * 60_000 - 1)
    expect(screen.queryByText('k7qm-2fzd-8wna')).not.toBeNull()
    vi.advanceTimersByTime(1)
    await vi.waitFor(() =>
      expect(screen.getByRole('button', { name: 'Show a code' })).toBeDefined(),
    )
    expect(screen.queryByText('k7qm-2fzd-8wna')).toBeNull()
    // The sessions, of which the extension is one now.
    expect(stub.made().at(-1)).toEqual(['GET /api/account/sessions'])
  })
})

describe('the mailbox', () => {
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
    expect((await screen.findByText(/^Protected since /)).parentElement).toBe(
      document.activeElement,
    )
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
})

describe('a confirmation at the provider', () => {
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
})

describe('the language', () => {
  // The module of capabilities remembers for the whole document what it has asked.
  beforeEach(() => vi.resetModules())
  afterEach(() => {
    cleanup()
    vi.unstubAllGlobals()
  })

  test.each([
    ['languages', ['', 'en', 'ar']],
    ['totp', []],
  ])(
    'a backend that offers %s lets a user choose among these languages: %j',
    async (capability, choices) => {
      const { keepToken } = await import('../../../src/lib/core/storage/token.ts')
      const { $capabilities } = await import('../../../src/lib/sign-in/capabilities.ts')
      const { $session } = await import('../../../src/lib/sign-in/session.ts')
      const { LanguageSection } = await import('../../../src/islands/account/LanguageSection.tsx')
      vi.stubGlobal('fetch', async (url: string) =>
        Response.json(url.endsWith('/capabilities') ? { capabilities: [capability] } : userExample),
      )
      keepToken('token')
      const stops = [$capabilities, $session].map((store) => store.listen(() => undefined))
      await expect.poll(() => $capabilities.get()).toEqual(new Set([capability]))
      await expect.poll(() => $session.get().status).toBe('signed-in')
      render(<LanguageSection />)
      const offered = screen.queryAllByRole<HTMLOptionElement>('option').map(({ value }) => value)
      expect(offered).toEqual(choices)
      for (const stop of stops) stop()
    },
  )
})
