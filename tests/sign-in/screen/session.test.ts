import { cleanStores } from 'nanostores'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { removeUserEndpoint } from '../../../contract/users/remove-user.ts'
import { HttpError } from '../../../src/lib/core/api/errors.ts'
import { loadClient } from '../../../src/lib/core/api/http.ts'
import { forgetSession, forgetUser, forgetWithUser } from '../../../src/lib/core/storage/forget.ts'
import { $token, clearStorage, dropToken, keepToken } from '../../../src/lib/core/storage/token.ts'
import { $notices } from '../../../src/lib/core/ui-state/notices.ts'
import { $confirmation, callConfirmed } from '../../../src/lib/sign-in/confirmation.ts'
import { $isEnding, staySignedIn, watchIdle } from '../../../src/lib/sign-in/idle.ts'
import {
  $session,
  acceptPrivacyNotice,
  reloadUser,
  sessionKnown,
  signIn,
  signOut,
} from '../../../src/lib/sign-in/session.ts'
import { refusal } from '../../support/server/stubbed-server.ts'

vi.mock(import('../../../src/lib/core/storage/token.ts'), { spy: true })

let stop = () => {}

describe('its states', () => {
  const user = { id: '1', username: 'rania', role: 'employee', has_consented: false }
  const asked: string[] = []
  let me: () => Promise<Response> | Response = () => Response.json(user)
  let answers: Record<string, () => Promise<Response> | Response> = {}

  let forgotten = 0
  forgetWithUser(() => {
    forgotten += 1
  })

  beforeEach(() => {
    me = () => Response.json(user)
    answers = { '/auth/login': () => Response.json({ access_token: 't', user_role: 'team_lead' }) }
    vi.stubGlobal('fetch', async (url: string) => {
      const path = url.replace('/api', '')
      asked.push(path)
      return path === '/auth/me' ? me() : (answers[path]?.() ?? Response.json({ success: true }))
    })
  })
  afterEach(() => {
    stop()
    forgetUser()
    clearStorage()
    cleanStores($session)
    asked.length = 0
    forgotten = 0
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })

  function openSite() {
    stop = $session.listen(() => undefined)
  }

  async function openSignedIn() {
    keepToken('t')
    openSite()
    await signedIn()
  }

  async function signedIn() {
    await sessionKnown()
    expect($session.get().status).toBe('signed-in')
  }

  const rejected = () => new Response('{}', { status: 401 })

  describe('a stored token', () => {
    test('is checked when the site opens, and lands the user by their own role', async () => {
      keepToken('t')
      openSite()
      expect($session.get()).toEqual({ status: 'checking' })
      await sessionKnown()
      expect($session.get()).toMatchObject({
        status: 'signed-in',
        landingRole: 'employee',
        user: { username: 'rania' },
      })
      expect(asked).toEqual(['/auth/me'])
    })

    test.each([
      ['is rejected', rejected],
      ['meets a broken server', () => new Response('', { status: 500 })],
      ['meets a web page', () => new Response('<p>hello</p>')],
      ['meets no server', () => Promise.reject(new TypeError('no network'))],
    ])('that %s is removed without a notice', { tags: ['R290', 'R367'] }, async (_, answer) => {
      me = answer
      keepToken('t')
      openSite()
      await sessionKnown()
      expect($session.get()).toEqual({ status: 'signed-out' })
      expect($token.get()).toBeUndefined()
      expect($notices.get()).toEqual([])
    })

    test('that another tab stores signs this one in, too', async () => {
      openSite()
      expect($session.get()).toEqual({ status: 'signed-out' })
      await sessionKnown()
      keepToken('t')
      await signedIn()
    })
  })

  describe('signing in', () => {
    test('asks for the user once, and lands by the role of the answer', {
      tags: ['R291'],
    }, async () => {
      openSite()
      const shown: string[] = []
      const unlisten = $session.listen(({ status }) => shown.push(status))
      await signIn('rania', 'secret')
      expect($session.get()).toMatchObject({ status: 'signed-in', landingRole: 'team_lead' })
      expect(asked).toEqual(['/auth/login', '/auth/me'])
      expect(shown).toEqual(['signed-in'])
      unlisten()
    })

    test('keeps no token if the user cannot be loaded', { tags: ['R057'] }, async () => {
      openSite()
      me = () => new Response('', { status: 500 })
      await expect(signIn('rania', 'secret')).rejects.toBeInstanceOf(HttpError)
      expect($token.get()).toBeUndefined()
      expect($session.get()).toEqual({ status: 'signed-out' })
    })

    test('that another tab has overtaken shows the user of that tab', async () => {
      openSite()
      const held = Promise.withResolvers<Response>()
      me = () => held.promise
      const entering = signIn('rania', 'secret')
      await expect.poll(() => asked).toContain('/auth/me')
      me = () => Response.json({ ...user, id: '2', username: 'omar' })
      keepToken('of omar')
      await sessionKnown()
      expect($session.get()).toMatchObject({ user: { username: 'omar' } })
      held.resolve(Response.json(user))
      await entering
      expect($session.get()).toMatchObject({ user: { username: 'omar' } })
    })
  })

  describe('the end of a session', () => {
    test('is an end for a user who was signed in, whose drafts stay', async () => {
      await openSignedIn()
      dropToken('t')
      expect($session.get()).toEqual({ status: 'ended' })
      keepToken('again')
      await signedIn()
      expect(forgotten).toBe(0)
    })

    test('takes everything of the user with it when another one signs in', async () => {
      await openSignedIn()
      dropToken('t')
      me = () => Response.json({ ...user, id: '2' })
      keepToken('of omar')
      await signedIn()
      expect(forgotten).toBe(1)
    })

    test.each([
      ['signing out', () => signOut()],
      ['signing out in another tab', () => dispatchEvent(new StorageEvent('storage'))],
    ])('by %s clears the storage, and is no end that the user did not choose', async (_, leave) => {
      await openSignedIn()
      sessionStorage.setItem('draft', 'x')
      leave()
      expect($session.get()).toEqual({ status: 'signed-out' })
      expect($token.get()).toBeUndefined()
      expect([localStorage.length, sessionStorage.length]).toEqual([0, 0])
      expect(forgotten).toBe(1)
    })

    test('tells the server, and does not wait for it', async () => {
      await openSignedIn()
      answers = { '/auth/logout': () => Promise.reject(new TypeError('no network')) }
      signOut()
      await expect.poll(() => asked).toContain('/auth/logout')
      expect($session.get()).toEqual({ status: 'signed-out' })
    })

    test.each([
      ['kept without its token', true, false, 'signed-out'],
      ['kept with its token', true, true, 'signed-in'],
      ['loaded anew', false, false, 'ended'],
    ])('on a page that Back brings back, %s', async (_, persisted, hasToken, status) => {
      await openSignedIn()
      if (!hasToken) dropToken('t')
      dispatchEvent(Object.assign(new Event('pageshow'), { persisted }))
      expect($session.get().status).toBe(status)
    })
  })

  describe('a change to oneself', () => {
    test('is shown, and a new role becomes the landing', async () => {
      openSite()
      await signIn('rania', 'secret')
      me = () => Response.json({ ...user, full_name: 'Rania Khoury' })
      await reloadUser()
      expect($session.get()).toMatchObject({
        user: { full_name: 'Rania Khoury' },
        landingRole: 'team_lead',
      })
      me = () => Response.json({ ...user, role: 'super_admin' })
      await reloadUser()
      expect($session.get()).toMatchObject({ landingRole: 'super_admin' })
    })

    test('is not shown to the next user', async () => {
      await openSignedIn()
      const held = Promise.withResolvers<Response>()
      me = () => held.promise
      const reloading = reloadUser()
      me = () => Response.json({ ...user, id: '2', username: 'omar' })
      keepToken('of omar')
      await signedIn()
      held.resolve(Response.json(user))
      await reloading
      expect($session.get()).toMatchObject({ user: { username: 'omar' } })
    })
  })

  describe('the privacy notice', () => {
    test('is accepted once, however often it is pressed', { tags: ['R269'] }, async () => {
      await openSignedIn()
      await Promise.all([acceptPrivacyNotice(), acceptPrivacyNotice()])
      expect($session.get()).toMatchObject({ user: { has_consented: true, username: 'rania' } })
      expect(asked.filter((path) => path.endsWith('/consent'))).toHaveLength(1)
      await acceptPrivacyNotice()
      expect(asked.filter((path) => path.endsWith('/consent'))).toHaveLength(2)
    })

    test('stays if that cannot be saved, and the reason is logged', {
      tags: ['R271'],
    }, async () => {
      const logged = vi.spyOn(console, 'error').mockReturnValue(undefined)
      await openSignedIn()
      answers = { '/users/consent': () => new Response('', { status: 500 }) }
      await acceptPrivacyNotice()
      expect($session.get()).toMatchObject({ user: { has_consented: false } })
      expect(logged.mock.calls).toEqual([
        ['The consent could not be saved', expect.objectContaining({ status: 500 })],
      ])
    })
  })
})

describe('its token', () => {
  const user = (id: number) => ({ id, full_name: `Person ${id}`, has_consented: false })

  afterEach(() => {
    cleanStores($session)
    clearStorage()
    vi.unstubAllGlobals()
    vi.clearAllMocks()
  })

  test('when another user signs in meanwhile, the consent does not count for that user', {
    tags: ['R269'],
  }, async () => {
    const consent = Promise.withResolvers<Response>()
    vi.stubGlobal('fetch', async (path: string) => {
      if (path.endsWith('/consent')) return consent.promise
      return Response.json(user($token.get() === 'omar' ? 2 : 1))
    })
    const stop = $session.listen(() => undefined)
    keepToken('rania')
    await expect.poll(() => $session.get()).toMatchObject({ user: { id: 1 } })
    const accepted = acceptPrivacyNotice()
    keepToken('omar')
    await expect.poll(() => $session.get()).toMatchObject({ user: { id: 2 } })
    consent.resolve(Response.json({ success: true }))
    await accepted
    expect($session.get()).toMatchObject({ user: { id: 2, has_consented: false } })
    stop()
  })

  test('a session check that a newer one has overtaken changes nothing', async () => {
    const slow = Promise.withResolvers<Response>()
    vi.stubGlobal('fetch', async (_: string, { headers }: RequestInit) =>
      new Headers(headers).get('authorization') === 'Bearer rania'
        ? slow.promise
        : Response.json(user(2)),
    )
    const stop = $session.listen(() => undefined)
    keepToken('rania')
    keepToken('omar')
    await expect.poll(() => $session.get()).toMatchObject({ user: { id: 2 } })
    slow.resolve(new Response('', { status: 401 }))
    await expect.poll(() => vi.mocked(dropToken).mock.calls).toContainEqual(['rania'])
    expect($session.get()).toMatchObject({ user: { id: 2 } })
    expect($token.get()).toBe('omar')
    stop()
  })
})

describe('its end without use', () => {
  /** What the server answers next: the seconds that are left, or a failure. */
  let left: number | null | 'failure'
  let asked: string[]

  // The first request loads it, which simulated time does not wait for.
  beforeAll(async () => {
    await loadClient()
  })

  beforeEach(() => {
    vi.useFakeTimers()
    left = 3600
    asked = []
    vi.stubGlobal('fetch', async (path: string, { method }: RequestInit) => {
      asked.push(`${method} ${path}`)
      return left === 'failure'
        ? new Response('', { status: 500 })
        : Response.json({ idle_seconds_left: left })
    })
  })
  afterEach(() => {
    stop()
    forgetSession()
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000)
  const check = 'GET /api/auth/session'
  const extend = 'POST /api/auth/session'

  test('two minutes before the end the server is asked, and only then the user is warned', async () => {
    stop = watchIdle(1800)
    expect($isEnding.get()).toBe(false)
    left = 120
    await pass(1679)
    expect(asked).toEqual([])
    await pass(1)
    expect(asked).toEqual([check])
    expect($isEnding.get()).toBe(true)
  })

  test('a session that another tab has extended does not end, and is looked at again', async () => {
    stop = watchIdle(1800)
    left = 1000
    await pass(1680)
    expect($isEnding.get()).toBe(false)
    left = 120
    await pass(880)
    expect(asked).toEqual([check, check])
    expect($isEnding.get()).toBe(true)
  })

  test('a short session warns when half of it is left', async () => {
    stop = watchIdle(60)
    left = 30
    await pass(29)
    expect($isEnding.get()).toBe(false)
    await pass(1)
    expect($isEnding.get()).toBe(true)
  })

  test('after the end the server says whether the session is over', async () => {
    stop = watchIdle(240)
    left = 120
    await pass(120)
    await pass(120)
    expect(asked).toEqual([check])
    await pass(1)
    expect(asked).toEqual([check, check])
  })

  test('a check that fails is tried again after ten seconds', async () => {
    stop = watchIdle(240)
    left = 'failure'
    await pass(120)
    await pass(9.9)
    expect(asked).toEqual([check])
    left = 100
    await pass(0.1)
    expect(asked).toEqual([check, check])
    expect($isEnding.get()).toBe(true)
  })

  test('an extension that fails is followed by one check, which plans the next one', async () => {
    stop = watchIdle(240)
    await pass(60)
    left = 'failure'
    dispatchEvent(new Event('keydown'))
    await pass(0)
    left = 1000
    await pass(10)
    expect(asked).toEqual([extend, check])
    await pass(879)
    expect(asked).toEqual([extend, check])
    await pass(1)
    expect(asked).toEqual([extend, check, check])
  })

  test('without a limit on the server nothing is planned', async () => {
    stop = watchIdle(240)
    left = null
    await pass(120)
    await pass(100_000)
    expect(asked).toEqual([check])
    expect($isEnding.get()).toBe(false)
  })

  test.each(['keydown', 'input', 'pointerdown'])(
    'a %s extends the session, at most once a minute',
    async (event) => {
      stop = watchIdle(1800)
      await pass(59)
      dispatchEvent(new Event(event))
      expect(asked).toEqual([])
      await pass(1)
      dispatchEvent(new Event(event))
      dispatchEvent(new Event(event))
      await pass(0)
      expect(asked).toEqual([extend])
      await pass(60)
      dispatchEvent(new Event(event))
      await pass(0)
      expect(asked).toEqual([extend, extend])
      stop()
      await pass(60)
      dispatchEvent(new Event(event))
      await pass(10_000)
      expect(asked).toEqual([extend, extend])
    },
  )

  test('after the warning only the choice to stay counts', async () => {
    stop = watchIdle(240)
    left = 120
    await pass(120)
    dispatchEvent(new Event('keydown'))
    await pass(1)
    expect(asked).toEqual([check])
    left = 240
    await staySignedIn()
    expect(asked).toEqual([check, extend])
    expect($isEnding.get()).toBe(false)
  })

  test('the end of the session ends the warning and the checks', async () => {
    stop = watchIdle(240)
    left = 120
    await pass(120)
    forgetSession()
    expect($isEnding.get()).toBe(false)
    await pass(1000)
    expect(asked).toEqual([check])
  })

  test('a session of months is watched without a request at once', async () => {
    stop = watchIdle(10_000_000)
    await pass(60)
    expect(asked).toEqual([])
  })
})

describe('its confirmation', () => {
  const fetched = vi.fn<(url: string, options: RequestInit) => Promise<Response>>()
  const asksAgain = () =>
    refusal('Confirm your password to do this', { status: 403, code: 'confirmation_required' })
  const done = () => Response.json({ success: true })
  const remove = () => callConfirmed(removeUserEndpoint, { id: '7' })
  const made = () => fetched.mock.calls.map(([url, { method }]) => `${method} ${url}`)

  beforeEach(() => vi.stubGlobal('fetch', fetched))
  afterEach(() => {
    forgetSession()
    fetched.mockReset()
    vi.unstubAllGlobals()
  })

  test('a call that needs no confirmation asks for none', async () => {
    fetched.mockResolvedValueOnce(done())
    expect(await remove()).toEqual({ success: true })
    expect($confirmation.get()).toBeUndefined()
  })

  test('a call is repeated with the same input after the password was given', async () => {
    fetched.mockResolvedValueOnce(asksAgain()).mockResolvedValueOnce(done())
    const removal = remove()
    await expect.poll(() => $confirmation.get()).toBeDefined()
    expect(made()).toEqual(['DELETE /api/admin/users/7'])
    $confirmation.get()?.answer(true)
    expect($confirmation.get()).toBeUndefined()
    expect(await removal).toEqual({ success: true })
    expect(made()).toEqual(['DELETE /api/admin/users/7', 'DELETE /api/admin/users/7'])
  })

  test.each([
    ['is dismissed', () => $confirmation.get()?.answer(false)],
    ['goes with the session', forgetSession],
  ])('a call whose question %s fails with the answer of the server', async (_how, leave) => {
    fetched.mockResolvedValueOnce(asksAgain())
    const removal = remove()
    removal.catch(() => undefined)
    await expect.poll(() => $confirmation.get()).toBeDefined()
    leave()
    await expect(removal).rejects.toMatchObject({
      status: 403,
      words: { detail: 'Confirm your password to do this' },
    })
    expect(made()).toHaveLength(1)
  })

  test('other refusals ask for nothing', async () => {
    const forbidden = { status: 403, code: 'forbidden' }
    fetched.mockResolvedValueOnce(refusal('Your role does not allow this', forbidden))
    await expect(remove()).rejects.toMatchObject({ status: 403 })
    expect($confirmation.get()).toBeUndefined()
  })

  test('a lost connection asks for nothing', async () => {
    fetched.mockRejectedValueOnce(new TypeError('no network'))
    await expect(remove()).rejects.toMatchObject({ name: 'ConnectionError' })
    expect($confirmation.get()).toBeUndefined()
  })

  test('a second call that needs the password takes the place of the first', async () => {
    fetched.mockResolvedValueOnce(asksAgain()).mockResolvedValueOnce(asksAgain())
    const first = remove().catch(({ status }: { status: number }) => status)
    await expect.poll(() => $confirmation.get()).toBeDefined()
    const asked = $confirmation.get()
    const second = remove()
    expect(await first).toBe(403)
    await expect.poll(() => $confirmation.get()).not.toBe(asked)
    fetched.mockResolvedValueOnce(done())
    $confirmation.get()?.answer(true)
    expect(await second).toEqual({ success: true })
  })
})
