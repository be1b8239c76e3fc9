import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

const catalogue = '/assets/words.ar.json'
const english = { locale: 'en', direction: 'ltr', title: 'Aman' }

const asked: string[] = []
let answers: Record<string, () => Promise<Response> | Response> = {}
/** How the styles of Arabic pages arrive. */
let styles: 'load' | 'error' = 'load'
let styleLinks: string[] = []

beforeEach(() => {
  styles = 'load'
  styleLinks = []
  answers = { [catalogue]: () => Response.json({ signIn: { title: 'تسجيل الدخول' } }) }
  for (const path of ['/login', '/dashboard/team', '/set-password']) {
    const head = `<head><title>عربي ${path}</title>`
    const tag = `<html lang="ar" dir="rtl" data-catalogue="${catalogue}">`
    answers[`/ar${path}`] = () => new Response(tag + head)
    answers[path] = () => new Response(`<html lang="en" dir="ltr"><head><title>Aman</title>`)
  }
  vi.stubGlobal('fetch', async (path: string, options?: RequestInit) => {
    asked.push(path)
    options?.signal?.throwIfAborted()
    return answers[path]?.() ?? new Response('', { status: 404 })
  })
  vi.spyOn(location, 'reload').mockReturnValue(undefined)
  vi.spyOn(document.head, 'append').mockImplementation((link) => {
    if (!(link instanceof HTMLLinkElement)) return
    document.head.appendChild(link)
    styleLinks.push(link.rel)
    queueMicrotask(() => link.dispatchEvent(new Event(styles)))
  })
})

let close = () => {}

afterEach(() => {
  close()
  asked.length = 0
  document.body.replaceChildren()
  document.head.replaceChildren()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** Loads a page as a browser does, with modules of its own. */
async function open(address: string, locale = 'en', followsRouter = true) {
  vi.resetModules()
  document.documentElement.lang = locale
  document.documentElement.dir = locale === 'ar' ? 'rtl' : 'ltr'
  document.documentElement.removeAttribute('data-catalogue')
  document.title = 'Aman'
  history.replaceState(null, '', address)
  const listened = vi.spyOn(globalThis, 'addEventListener')
  const { switchLanguage, followUserLanguage } = await import(
    '../../../src/lib/core/navigation/switch-language.ts'
  )
  const { $router, pathOf } = await import('../../../src/lib/core/navigation/router.ts')
  const { $locale } = await import('../../../src/lib/core/i18n/i18n.ts')
  const { $signInWords } = await import('../../../src/lib/sign-in/words/sign-in.words.yaml')
  const { $languageWords } = await import('../../../src/lib/core/words/language.words.yaml')
  const { $notices } = await import('../../../src/lib/core/ui-state/notices.ts')
  const { forgetUser } = await import('../../../src/lib/core/storage/forget.ts')
  const stops = [$signInWords, $languageWords].map((it) => it.listen(() => {}))
  if (followsRouter) stops.push($router.listen(() => {}))
  close = () => {
    for (const stop of stops) stop()
    for (const [type, listener] of listened.mock.calls) removeEventListener(type, listener)
    vi.mocked(listened).mockRestore()
  }
  const title = () => $signInWords.get().title
  return {
    ...{ switchLanguage, followUserLanguage, forgetUser, $router, pathOf, title },
    locale: () => $locale.get(),
    notices: () => $notices.get().map(({ text }) => text),
    notLoaded: $languageWords.get().notLoaded,
    languageTitle: () => $languageWords.get().title,
  }
}

function page() {
  const { lang, dir, dataset } = document.documentElement
  return {
    ...{ locale: lang, direction: dir, title: document.title },
    ...(dataset.catalogue === undefined ? {} : { catalogue: dataset.catalogue }),
  }
}

const arabic = (path: string) => ({
  ...{ locale: 'ar', direction: 'rtl', title: `عربي ${path}`, catalogue },
})

/** As Back and Forward do. */
function comeTo(address: string) {
  history.replaceState(null, '', address)
  dispatchEvent(new PopStateEvent('popstate'))
}

describe('a switch of the language', () => {
  test('changes the words of the document in place, and keeps its page and what it shows', async () => {
    const site = await open('/login?next=1#form')
    const before = history.length
    expect(await site.switchLanguage('ar')).toBe(true)
    expect(page()).toEqual(arabic('/login'))
    expect(location.pathname + location.search + location.hash).toBe('/ar/login?next=1#form')
    expect(history.length).toBe(before + 1)
    expect(site.$router.get()).toMatchObject({
      path: '/ar/login',
      route: 'login',
      search: { next: '1' },
    })
    expect(site.pathOf('admin')).toBe('/ar/dashboard/admin')
    expect(site.title()).toBe('تسجيل الدخول')
    // Untranslated words stay in English.
    expect(site.languageTitle()).toBe('Language')
    expect(styleLinks).toEqual(['stylesheet'])
  })

  test('and back loads nothing again', async () => {
    const site = await open('/login')
    await site.switchLanguage('ar')
    await site.switchLanguage('en')
    expect(page()).toEqual(english)
    expect(location.pathname).toBe('/login')
    expect(site.title()).toBe('Sign in to Aman')
    expect(site.$router.routes.find(([name]) => name === 'team')?.[3]).toBe('/dashboard/team')
    await site.switchLanguage('ar')
    expect(page()).toEqual(arabic('/login'))
    expect(asked).toEqual(['/ar/login', catalogue])
    expect(styleLinks).toHaveLength(1)
  })

  test('from Arabic to English needs neither styles nor a file of words', async () => {
    const site = await open('/ar/login', 'ar')
    expect(await site.switchLanguage('en')).toBe(true)
    expect(asked).toEqual(['/login'])
    expect(page()).toEqual(english)
    expect(location.pathname).toBe('/login')
    await site.switchLanguage('ar')
    expect(page()).toMatchObject({ locale: 'ar', direction: 'rtl' })
    // The page has come with these styles.
    expect(styleLinks).toEqual([])
  })

  test('to the language of the page needs no styles of the other one', async () => {
    const site = await open('/login')
    expect(await site.switchLanguage('en')).toBe(true)
    expect(styleLinks).toEqual([])
  })

  test('empties passwords and keeps everything else that was typed', async () => {
    const site = await open('/login')
    const fields = ['username', 'current-password', 'new-password', 'x'].map((autocomplete) => {
      const field = document.createElement('input')
      field.type = autocomplete === 'x' ? 'password' : 'text'
      field.setAttribute('autocomplete', autocomplete)
      field.value = 'typed'
      document.body.append(field)
      return field
    })
    await site.switchLanguage('ar')
    expect(fields.map(({ value }) => value)).toEqual(['typed', '', '', ''])
  })

  test('on a page that the router does not know changes the address once', async () => {
    const site = await open('/set-password?by=mail#secret')
    const before = history.length
    await site.switchLanguage('ar')
    expect(location.pathname + location.search + location.hash).toBe(
      '/ar/set-password?by=mail#secret',
    )
    expect(history.length).toBe(before + 1)
    expect(page()).toEqual(arabic('/set-password'))
  })

  test.each(['/ar/login', catalogue])(
    'that cannot load %s says so, and can be tried again',
    async (path) => {
      const site = await open('/login')
      const { [path]: answer } = answers
      answers[path] = () => new Response('', { status: 503 })
      expect(await site.switchLanguage('ar')).toBe(false)
      expect(site.notices()).toEqual([site.notLoaded])
      expect(page()).toEqual(english)
      expect([location.pathname, site.locale()]).toEqual(['/login', 'en'])
      if (answer !== undefined) answers[path] = answer
      expect(await site.switchLanguage('ar')).toBe(true)
      expect(site.notices()).toEqual([])
    },
  )

  test('that is not answered in time says so', async () => {
    const site = await open('/login')
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort())
    expect(await site.switchLanguage('ar')).toBe(false)
    expect(site.notices()).toEqual([site.notLoaded])
    expect(timeout.mock.calls).toEqual([[20_000]])
  })

  test('that cannot load the styles leaves the page as it is, and tries them again', async () => {
    const site = await open('/login')
    styles = 'error'
    expect(await site.switchLanguage('ar')).toBe(false)
    expect(page()).toEqual(english)
    expect(document.head.querySelector('link')).toBeNull()
    styles = 'load'
    expect(await site.switchLanguage('ar')).toBe(true)
    expect(styleLinks).toHaveLength(2)
    expect(document.head.querySelector('link')).not.toBeNull()
  })

  test('is overtaken by the next one', async () => {
    const site = await open('/login')
    const held = Promise.withResolvers<Response>()
    const { '/ar/login': answer } = answers
    answers['/ar/login'] = () => held.promise
    const first = site.switchLanguage('ar')
    expect(await site.switchLanguage('en')).toBe(true)
    held.resolve((await answer?.()) ?? Response.error())
    expect(await first).toBe(true)
    expect(site.locale()).toBe('en')
    expect(page()).toEqual(english)
  })

  test('follows the user who has opened another page meanwhile', async () => {
    const site = await open('/login')
    const held = Promise.withResolvers<Response>()
    answers['/ar/login'] = () => held.promise
    const switching = site.switchLanguage('ar')
    site.$router.open('/dashboard/team')
    held.resolve(new Response('<html lang="ar" dir="rtl"><head><title>x</title>'))
    expect(await switching).toBe(true)
    expect(location.pathname).toBe('/ar/dashboard/team')
    expect(page()).toEqual(arabic('/dashboard/team'))
    expect(site.$router.get()).toMatchObject({ route: 'team' })
  })
})

describe('Back and Forward', () => {
  test('bring back the language of the page that they lead to', async () => {
    const site = await open('/login')
    await site.switchLanguage('ar')
    comeTo('/login')
    expect(site.locale()).toBe('en')
    expect(page()).toEqual(english)
    expect(site.$router.get()).toMatchObject({ route: 'login' })
    comeTo('/ar/login')
    expect(page()).toEqual(arabic('/login'))
    // A page that was not open in this language before.
    comeTo('/dashboard/team')
    expect([site.locale(), document.documentElement.lang]).toEqual(['en', 'en'])
    expect(site.pathOf('team')).toBe('/dashboard/team')
    comeTo('/ar/dashboard/team')
    expect([site.locale(), document.documentElement.lang]).toEqual(['ar', 'ar'])
    expect(location.reload).not.toHaveBeenCalled()
  })

  test('leave a page switchable where nothing follows the router', async () => {
    const site = await open('/set-password', 'en', false)
    await site.switchLanguage('ar')
    comeTo('/set-password')
    expect(site.locale()).toBe('en')
    await site.switchLanguage('ar')
    expect(location.pathname).toBe('/ar/set-password')
  })

  test('within a language change no words', async () => {
    const site = await open('/login')
    document.title = 'Aman, changed by the page'
    comeTo('/dashboard/team')
    expect(document.title).toBe('Aman, changed by the page')
    expect(site.$router.get()).toMatchObject({ route: 'team' })
    expect(location.reload).not.toHaveBeenCalled()
  })

  test('to a language that this document has not loaded load the page', async () => {
    const site = await open('/login')
    comeTo('/ar/dashboard/team')
    expect(location.reload).toHaveBeenCalledOnce()
    expect(site.locale()).toBe('en')
  })
})

describe('the language that a user has chosen', () => {
  test('is followed after sign-in', async () => {
    const site = await open('/login')
    await site.followUserLanguage('ar')
    expect(page()).toEqual(arabic('/login'))
  })

  test('does not undo a switch on this page, until another user signs in', async () => {
    const site = await open('/login')
    await site.switchLanguage('ar')
    await site.followUserLanguage('en')
    expect(site.locale()).toBe('ar')
    site.forgetUser()
    await site.followUserLanguage('en')
    expect(site.locale()).toBe('en')
  })

  test('counts after a switch that failed', async () => {
    const site = await open('/login')
    const { '/ar/login': answer } = answers
    delete answers['/ar/login']
    await site.switchLanguage('ar')
    answers['/ar/login'] = answer ?? (() => Response.error())
    await site.followUserLanguage('ar')
    expect(site.locale()).toBe('ar')
  })

  test('that cannot be loaded leaves the page as it is, without a word', async () => {
    const site = await open('/login')
    delete answers['/ar/login']
    await site.followUserLanguage('ar')
    expect(page()).toEqual(english)
    expect(site.notices()).toEqual([])
  })
})
