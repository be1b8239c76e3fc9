import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { pressSwitch, saveLanguage } from '../../../src/lib/account/language.ts'
import {
  destinationAt,
  destinationForProvider,
  keepDestination,
  keptDestination,
} from '../../../src/lib/core/navigation/destination.ts'
import { forgetSession, forgetUser } from '../../../src/lib/core/storage/forget.ts'
import { $token, dropToken } from '../../../src/lib/core/storage/token.ts'
import { $languageWords } from '../../../src/lib/core/words/language.words.yaml'
import { $session, enterSession } from '../../../src/lib/sign-in/session.ts'
import { formOf, saidNotices } from '../../support/browser/screen-state.ts'
import {
  type Answers,
  breakConnection,
  refusal,
  withStubbedServer,
} from '../../support/server/stubbed-server.ts'
import { userExample } from '../../support/worlds/answers.ts'

const server = withStubbedServer()
const words = $languageWords.get()
const save = 'POST /api/account/language'
const me = 'GET /api/auth/me'
const english = () => new Response('<html lang=en><title>Aman</title>')
const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined)
const scrollBy = vi.fn()
let stop = () => {}

/** Signs in where only the English page can be loaded. */
async function signIn(organization_locale: string | null, answers: Answers = {}) {
  server.answer({
    [me]: { ...userExample, organization_locale },
    [save]: { success: true },
    'GET /': english,
    'GET /ar/': breakConnection,
    ...answers,
  })
  await enterSession({ access_token: 'token', user_role: 'employee' })
  server.forgetCalls()
}

/** The calls but those for the English page, which is loaded once for all tests. */
function madeWithoutEnglish() {
  return server.made().filter(([call]) => call !== 'GET /')
}

/** A link that the switch moves down by 30 pixels. */
function linkThatMoves(): HTMLAnchorElement {
  const link = document.createElement('a')
  link.href = '/ar/login'
  const tops = [100, 130]
  vi.spyOn(link, 'getBoundingClientRect').mockImplementation(() => new DOMRect(0, tops.shift()))
  return link
}

describe('language', () => {
  beforeEach(() => {
    stop = $session.listen(() => undefined)
    vi.stubGlobal('scrollBy', scrollBy)
    vi.stubGlobal('requestAnimationFrame', (draw: () => void) => draw())
  })
  afterEach(() => {
    forgetSession()
    forgetUser()
    const token = $token.get()
    if (token !== undefined) dropToken(token)
    stop()
    vi.clearAllMocks()
  })

  test.each([
    ['ar', null, 'ar', '/ar/'],
    ['en', 'ar', 'en', '/'],
    ['', 'ar', null, '/ar/'],
    ['', null, null, '/'],
    ['fr', 'ar', null, '/ar/'],
  ])(
    'the choice %j in an organization with the language %j is stored as %j and loads %s',
    async (chosen, ofOrganization, locale, path) => {
      await signIn(ofOrganization)
      expect(await saveLanguage(formOf({ locale: chosen }))).toEqual({ status: 'kept' })
      const arabic = path === '/' ? [] : [[`GET ${path}`]]
      expect(madeWithoutEnglish()).toEqual([[save, { locale }], [me], ...arabic])
      // The Arabic page cannot be loaded here.
      const said = path === '/' ? `success: ${words.saved}` : `problem: ${words.notLoaded}`
      expect(saidNotices()).toEqual([said])
    },
  )

  test('a language that the server does not store says why, and the page stays', async () => {
    await signIn(null, { [save]: refusal('Not now', { field: 'locale' }) })
    const form = formOf({ locale: 'ar' })
    expect(await saveLanguage(form)).toMatchObject({
      status: 'invalid',
      fields: [{ field: 'locale' }],
    })
    expect(saidNotices()).toEqual([`problem: ${words.failed}Not now`])
    expect(server.made()).toEqual([[save, { locale: 'ar' }]])
    const next = saveLanguage(form)
    expect(saidNotices()).toEqual([])
    await next
  })

  test('a switch stores the choice of a signed-in user, and its link stays where it is', async () => {
    await signIn(null)
    await pressSwitch('en', linkThatMoves())
    expect(madeWithoutEnglish()).toEqual([[save, { locale: 'en' }], [me]])
    expect(scrollBy.mock.calls).toEqual([[0, 30]])
    expect(assign).not.toHaveBeenCalled()
  })

  test('a choice that cannot be stored changes the screens all the same', async () => {
    await signIn(null, { [save]: refusal('Not now') })
    await pressSwitch('en', linkThatMoves())
    expect(saidNotices()).toEqual([])
  })

  test('before sign-in nothing is stored', async () => {
    server.answer({ 'GET /': english })
    await pressSwitch('en', linkThatMoves())
    expect(madeWithoutEnglish()).toEqual([])
  })

  test('where the words cannot be loaded, the link is followed before sign-in', async () => {
    server.answer({ 'GET /ar/': breakConnection })
    await pressSwitch('ar', linkThatMoves())
    expect(assign.mock.calls).toEqual([[new URL('/ar/login', location.href).href]])
    expect(server.made()).toEqual([['GET /ar/']])
    expect(scrollBy).not.toHaveBeenCalled()
    await pressSwitch('ar', document.createElement('button'))
    expect(assign).toHaveBeenCalledOnce()
  })

  test('where the words cannot be loaded, a signed-in user stays on the page and is told', async () => {
    await signIn(null)
    await pressSwitch('ar', linkThatMoves())
    expect(assign).not.toHaveBeenCalled()
    expect(saidNotices()).toEqual([`problem: ${words.notLoaded}`])
    expect(server.made()).toEqual([['GET /ar/']])
  })
})

afterEach(() => history.replaceState(null, '', '/'))

test.each([
  ['/dashboard/employee?view=messages', { route: 'employee', search: { view: 'messages' } }],
  ['/dashboard/admin/?tab=users&q=a%26b', { route: 'admin', search: { tab: 'users', q: 'a&b' } }],
  ['/ar/dashboard/team', { route: 'team', search: {} }],
  [`${location.origin}/dashboard/account`, { route: 'account', search: {} }],
])('%s is a destination', (address, destination) => {
  expect(destinationAt(address)).toEqual(destination)
})

test.each([
  'https://evil.example/dashboard/employee',
  '//evil.example/dashboard/employee',
  '/\\evil.example/dashboard/employee',
  'javascript:alert(1)//dashboard/employee',
  'http://[',
  '/dashboard',
  '/dashboard/nothing',
  '/dashboard/constructor',
  '/dashboard/../login',
  '/a/b/dashboard/employee',
  '/api/admin/users',
  '/login?to=/dashboard/employee',
  '',
  undefined,
  { route: 'employee' },
])('%s is no destination', (address) => {
  expect(destinationAt(address)).toBeUndefined()
})

test('a destination waits in the entry of the history alone', () => {
  expect(keptDestination()).toBeUndefined()
  keepDestination({ route: 'employee', search: { view: 'messages' } })
  expect(location.pathname + location.search).toBe('/')
  expect(keptDestination()).toEqual({ route: 'employee', search: { view: 'messages' } })
  expect(destinationForProvider()).toEqual({ to: '/dashboard/employee?view=messages' })
  expect(localStorage.length + sessionStorage.length).toBe(0)
})

test('a state that is of another kind holds no destination', () => {
  for (const state of ['/dashboard/employee', { to: 7 }, { to: 'https://evil.example' }, [], 1]) {
    history.replaceState(state, '')
    expect(keptDestination()).toBeUndefined()
    expect(destinationForProvider()).toEqual({})
  }
})

test('a destination that the call does not take stays behind', () => {
  keepDestination({ route: 'employee', search: { q: 'x'.repeat(1000) } })
  expect(destinationForProvider()).toEqual({})
})
