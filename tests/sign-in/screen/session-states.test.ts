import { cleanStores } from 'nanostores'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { HttpError } from '../../../src/lib/core/api/errors.ts'
import { forgetUser, forgetWithUser } from '../../../src/lib/core/storage/forget.ts'
import { $token, clearStorage, dropToken, keepToken } from '../../../src/lib/core/storage/token.ts'
import { $notices } from '../../../src/lib/core/ui-state/notices.ts'
import {
  $session,
  acceptPrivacyNotice,
  reloadUser,
  sessionKnown,
  signIn,
  signOut,
} from '../../../src/lib/sign-in/session.ts'

const user = { id: '1', username: 'rania', role: 'employee', has_consented: false }
const asked: string[] = []
let me: () => Promise<Response> | Response = () => Response.json(user)
let answers: Record<string, () => Promise<Response> | Response> = {}
let stop = () => {}
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
