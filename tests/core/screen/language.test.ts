import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pressSwitch, saveLanguage } from '../../../src/lib/account/language.ts'
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
import { userExample } from '../../support/worlds/examples.ts'

const server = withStubbedServer()
const words = $languageWords.get()
const save = 'POST /api/account/language'
const me = 'GET /api/auth/me'
const english = () => new Response('<html lang=en><title>Aman</title>')
const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined)
const scrollBy = vi.fn()
let stop = () => {}

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

/** A link that the switch moves down by 30 pixels. */
function linkThatMoves(): HTMLAnchorElement {
  const link = document.createElement('a')
  link.href = '/ar/login'
  const tops = [100, 130]
  vi.spyOn(link, 'getBoundingClientRect').mockImplementation(() => new DOMRect(0, tops.shift()))
  return link
}

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
