import { keepMount } from 'nanostores'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'

const asked: string[] = []
let user: Readonly<Record<string, unknown>>
let close = () => {}

beforeEach(() => {
  user = { id: '1', username: 'rania', role: 'team_lead' }
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    if (url === '/api/auth/me') return Response.json(user)
    if (url === '/words.ar.json') return Response.json({})
    if (!url.startsWith('/ar/')) return new Response('', { status: 404 })
    return new Response('<html lang="ar" dir="rtl" data-catalogue="/words.ar.json"><title>x')
  })
  vi.spyOn(document.head, 'append').mockImplementation((link) => {
    queueMicrotask(() => link instanceof HTMLElement && link.dispatchEvent(new Event('load')))
  })
})

afterEach(() => {
  close()
  asked.length = 0
  localStorage.clear()
  document.documentElement.removeAttribute('lang')
  document.documentElement.removeAttribute('data-catalogue')
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/**
 * Opens a page as a browser does, with modules of its own, and follows the session.
 * @param waits until the session is known, as the pages of the dashboards do
 */
async function open(
  address: string,
  token?: string,
  { waits = false, state = null }: { waits?: boolean; state?: unknown } = {},
) {
  vi.resetModules()
  history.replaceState(state, '', address)
  const listened = vi.spyOn(globalThis, 'addEventListener')
  const { $token, keepToken, dropToken } = await import('../../../src/lib/core/storage/token.ts')
  const { $session, sessionKnown, signOut } = await import('../../../src/lib/sign-in/session.ts')
  const { $router } = await import('../../../src/lib/core/navigation/router.ts')
  const { followSession } = await import('../../../src/lib/account/follow-session.ts')
  // The store outlives its module, and would bring the token of the test before.
  const before = $token.get()
  if (before !== undefined) dropToken(before)
  if (token !== undefined) keepToken(token)
  if (waits) {
    keepMount($session)
    await sessionKnown()
  }
  const stop = followSession()
  close = () => {
    stop()
    signOut()
    for (const [type, listener] of listened.mock.calls) removeEventListener(type, listener)
  }
  const signedIn = async () => {
    await sessionKnown()
    expect($session.get().status).toBe('signed-in')
  }
  return { keepToken, dropToken, signOut, signedIn, $router, stop }
}

const address = () => location.pathname + location.search

describe('a user who comes in', () => {
  test.each([
    ['team_lead', '/dashboard/team'],
    ['super_admin', '/dashboard/admin'],
    ['employee', '/dashboard/employee'],
  ])('as %s by an entrance lands on %s', async (role, landing) => {
    user = { ...user, role }
    for (const entrance of ['/login', '/app', '/dashboard']) {
      const { signedIn } = await open(entrance, 't')
      await signedIn()
      expect(address()).toBe(landing)
      close()
    }
  })

  test.each(['/dashboard/employee?tab=flags', '/dashboard/admin'])(
    'by the address of a screen stays there, because the server decides: %s',
    async (screen) => {
      const { signedIn } = await open(screen, 't')
      expect(address()).toBe(screen)
      await signedIn()
      expect(address()).toBe(screen)
    },
  )

  test.each(['/login', '/app', '/dashboard', '/dashboard/team?view=report'])(
    'at %s without a session is led to the sign-in form',
    async (path) => {
      await open(path)
      expect(address()).toBe('/login')
    },
  )

  test('to a page that is not of the dashboards stays there', async () => {
    await open('/imprint')
    expect(address()).toBe('/imprint')
  })
})

describe('a screen that was opened without a session', () => {
  const report = '/dashboard/team?view=report&days=30'

  test('is where the user lands after the sign-in', async () => {
    user = { ...user, role: 'super_admin' }
    const { keepToken, signedIn, $router } = await open(report)
    expect(address()).toBe('/login')
    keepToken('t')
    await signedIn()
    expect(address()).toBe(report)
    // Only once.
    $router.open('/app')
    expect(address()).toBe('/dashboard/admin')
  })

  test.each([
    ['employee', '/dashboard/admin?tab=users', '/dashboard/employee'],
    ['super_admin', '/dashboard/admin?tab=users', '/dashboard/admin?tab=users'],
    ['employee', report, '/dashboard/employee'],
    ['team_lead', '/dashboard/people', '/dashboard/team'],
    ['employee', '/dashboard/account', '/dashboard/account'],
  ])('leads a user as %s from %s to %s', async (role, opened, landing) => {
    user = { ...user, role }
    const { keepToken, signedIn } = await open(opened)
    expect(address()).toBe('/login')
    keepToken('t')
    await signedIn()
    expect(address()).toBe(landing)
  })

  test('leads an organization admin to the own users', async () => {
    user = { ...user, manages_organization: true }
    const { keepToken, signedIn } = await open('/dashboard/people')
    keepToken('t')
    await signedIn()
    expect(address()).toBe('/dashboard/people')
  })

  test('with a token that is refused is where the user lands', async () => {
    const { fetch } = globalThis
    vi.stubGlobal('fetch', async () => new Response('', { status: 401 }))
    const { keepToken, signedIn } = await open(report, 'old')
    await expect.poll(address).toBe('/login')
    vi.stubGlobal('fetch', fetch)
    keepToken('t')
    await signedIn()
    expect(address()).toBe(report)
  })

  test('is kept by a reload of the sign-in page', async () => {
    await open(report)
    const { state } = history
    close()
    history.replaceState(state, '', '/login')
    const { keepToken, signedIn } = await open('/login', undefined, { state })
    keepToken('t')
    await signedIn()
    expect(address()).toBe(report)
  })

  test('is opened in the language of the user', async () => {
    user = { ...user, locale: 'ar' }
    const { keepToken } = await open(report)
    keepToken('t')
    await expect.poll(address).toBe(`/ar${report}`)
  })

  test('is not kept where a user has signed out', async () => {
    const { signedIn, signOut, keepToken, $router } = await open('/dashboard/team', 't')
    await signedIn()
    signOut()
    $router.open('/dashboard/team?tab=tools')
    expect(address()).toBe('/login')
    keepToken('again')
    await signedIn()
    expect(address()).toBe('/dashboard/team')
  })
})

describe('the language of a user', () => {
  test.each([
    ['chosen', { locale: 'ar', organization_locale: 'en' }, '/ar/dashboard/team'],
    ['of the organization', { locale: null, organization_locale: 'ar' }, '/ar/dashboard/team'],
    ['of the page', { locale: 'en', organization_locale: 'ar' }, '/dashboard/team'],
    ['that is not chosen', { locale: null, organization_locale: null }, '/dashboard/team'],
  ])('%s leads on from an entrance', async (_, languages, landing) => {
    user = { ...user, ...languages }
    await open('/login', 't')
    await expect.poll(address).toBe(landing)
    expect(asked.length > 1).toBe(landing.startsWith('/ar/'))
  })

  test('leads on also where the session is known before it is followed', async () => {
    user = { ...user, locale: 'ar' }
    await open('/app', 't', { waits: true })
    await expect.poll(address).toBe('/ar/dashboard/team')
  })

  test('does not change the page that was opened by its own address', async () => {
    user = { ...user, locale: 'ar' }
    const { signedIn } = await open('/dashboard/team', 't')
    await signedIn()
    expect(asked).toEqual(['/api/auth/me'])
    expect(address()).toBe('/dashboard/team')
  })

  test('that cannot be loaded does not keep the user at the entrance', async () => {
    user = { ...user, locale: 'ar' }
    const { fetch } = globalThis
    vi.stubGlobal('fetch', async (url: string) =>
      url.startsWith('/ar/') ? new Response('', { status: 500 }) : fetch(url),
    )
    await open('/login', 't')
    await expect.poll(address).toBe('/dashboard/team')
  })

  test('whose code cannot be loaded does not keep the user at the entrance', async () => {
    user = { ...user, locale: 'ar' }
    vi.doMock('../../../src/lib/account/language.ts', () => Promise.reject(new Error('not found')))
    onTestFinished(() => vi.doUnmock('../../../src/lib/account/language.ts'))
    await open('/login', 't')
    await expect.poll(address).toBe('/dashboard/team')
  })
})

describe('a session that ends', () => {
  async function openAndEnd() {
    const site = await open('/dashboard/team?tab=flags&open=7', 't')
    await site.signedIn()
    site.dropToken('t')
    expect(address()).toBe('/login')
    return site
  }

  test('leads to the sign-in form, and then back to the same place', async () => {
    const { keepToken, $router, signedIn } = await openAndEnd()
    keepToken('again')
    await signedIn()
    expect(address()).toBe('/dashboard/team?tab=flags&open=7')
    // Only once: the next entrance leads to the first screen.
    $router.open('/app')
    expect(address()).toBe('/dashboard/team')
  })

  test('with the role leads the same user to the first screen of the new role', async () => {
    const { keepToken, signedIn } = await openAndEnd()
    user = { ...user, role: 'employee' }
    keepToken('again')
    await signedIn()
    expect(address()).toBe('/dashboard/employee')
  })

  test('leads another user to their own first screen', async () => {
    const { keepToken, signedIn } = await openAndEnd()
    user = { id: '2', username: 'omar', role: 'employee' }
    keepToken('of omar')
    await signedIn()
    expect(address()).toBe('/dashboard/employee')
  })

  test('by choice leads to the first screen at the next sign-in', async () => {
    const site = await open('/dashboard/employee?tab=flags', 't')
    await site.signedIn()
    site.signOut()
    expect(address()).toBe('/login')
    site.keepToken('again')
    await site.signedIn()
    expect(address()).toBe('/dashboard/team')
  })
})

test('an entrance that is opened during a session leads on in the language of the page', async () => {
  user = { ...user, locale: 'ar' }
  const { $router, signedIn } = await open('/dashboard/team', 't')
  await signedIn()
  $router.open('/app')
  expect(address()).toBe('/dashboard/team')
  expect(asked).toEqual(['/api/auth/me'])
})

test('a page that no longer follows the session stays where it is', async () => {
  const { stop, dropToken } = await open('/dashboard/team', 't')
  stop()
  dropToken('t')
  expect(address()).toBe('/dashboard/team')
})
