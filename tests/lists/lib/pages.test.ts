import { cleanStores } from 'nanostores'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { listUsersEndpoint } from '../../../contract/users/list-users.ts'
import { adminDashboard, userList } from '../../../src/lib/admin/admin.ts'
import { MalformedAnswerError } from '../../../src/lib/core/api/errors.ts'
import { loadFirstPage, loadWhole, nextQuery } from '../../../src/lib/core/api/pages.ts'
import { webAddressOf } from '../../../src/lib/core/api/site-config.ts'
import { $router } from '../../../src/lib/core/navigation/router.ts'
import { screensOf } from '../../../src/lib/core/navigation/screens.ts'
import { openTab, tabStore } from '../../../src/lib/core/navigation/view.ts'
import { dropToken, keepToken } from '../../../src/lib/core/storage/token.ts'
import { $capabilities } from '../../../src/lib/sign-in/capabilities.ts'
import { $session } from '../../../src/lib/sign-in/session.ts'
import { withStubbedServer } from '../../support/server/stubbed-server.ts'

afterEach(() => {
  cleanStores(adminDashboard.$resource)
  vi.unstubAllGlobals()
})

test.each([
  [null, undefined],
  ['', undefined],
  ['</api/admin/users?limit=2&cursor=b>; rel="next"', { limit: '2', cursor: 'b' }],
  ['<https://api.example/api/admin/users?page=2#top>; rel=next', { page: '2' }],
  ['<?page=1>; rel="prev", <?page=3>; title="a, b"; rel="next"', { page: '3' }],
  ['<?page=9>; rel="last next"', { page: '9' }],
  ['<?page=9>; rel="prefetch"', undefined],
  ['<?page=9>; rel="nextish"', undefined],
  ['<?page=9>; rel=next-page', undefined],
  ['<?page=9>; rev="next"', undefined],
  ['<?page=9>', undefined],
  ['<?page=9>;title=x;rel = next ; type="a"', { page: '9' }],
  ['<?page=3>; rel=next,<?page=1>; rel=prev', { page: '3' }],
  ['</api/admin/users>; rel="next"', {}],
  ['<?q=a%26b&cursor=c>; rel="Next"', { q: 'a&b', cursor: 'c' }],
])('the link header %j leads to %j', (link, query) => {
  expect(nextQuery(link)).toEqual(query)
})

/** A backend that answers with the requested page, or the first page when none is named. */
function answerPages(pages: Record<string, { ids: number[]; next?: string } | undefined>) {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    const page = new URL(url, 'https://site.example').searchParams.get('page') ?? 'first'
    asked.push(page)
    const answer = pages[page]
    if (answer === undefined) return new Response('', { status: 500 })
    const headers = new Headers()
    if (answer.next !== undefined) headers.set('link', `<?page=${answer.next}>; rel="next"`)
    return Response.json(
      answer.ids.map((id) => ({ id })),
      { headers },
    )
  })
  return asked
}

async function readAll() {
  const whole = await loadWhole(listUsersEndpoint, await loadFirstPage(listUsersEndpoint))
  return whole.map(({ id }) => id)
}

test('a backend without pages is asked once, and its list is complete', {
  tags: ['R359'],
}, async () => {
  const asked = answerPages({ first: { ids: [1, 2, 3] } })
  expect(await readAll()).toEqual([1, 2, 3])
  expect(asked).toEqual(['first'])
})

test('a list is read through all pages, and a repeated row appears once', async () => {
  answerPages({
    first: { ids: [1, 2], next: 'b' },
    b: { ids: [2, 3], next: 'c' },
    c: { ids: [4] },
  })
  expect(await readAll()).toEqual([1, 2, 3, 4])
})

test('pages that form a loop are not a list', async () => {
  answerPages({ first: { ids: [1], next: 'b' }, b: { ids: [2], next: 'b' } })
  const error = new MalformedAnswerError('/admin/users leads in a circle')
  await expect(readAll()).rejects.toThrow(error)
})

test('a part is never taken for the whole list', async () => {
  answerPages({ first: { ids: [1], next: 'b' } })
  await expect(readAll()).rejects.toThrow()
})

test('a super admin keeps the loaded part when the rest fails to load', async () => {
  answerPages({ first: { ids: [1, 2], next: 'b' } })
  const stop = adminDashboard.$resource.listen(() => {})
  const settled = () => {
    const resource = adminDashboard.$resource.get()
    if (resource.status !== 'loaded' || resource.isReloading) return expect.fail('not yet')
    return resource
  }
  vi.stubGlobal('fetch', admin(fetch))
  await adminDashboard.reload()
  expect(settled()).toMatchObject({ isPart: true, data: {} })
  expect(userList.$list.get()?.rows).toMatchObject([{ id: 1 }, { id: 2 }])

  answerPages({ first: { ids: [1, 2], next: 'b' }, b: { ids: [3] } })
  vi.stubGlobal('fetch', admin(fetch))
  await adminDashboard.reload()
  expect(settled()).toMatchObject({ isPart: false })
  expect(userList.$list.get()?.rows).toMatchObject([{}, {}, { id: 3 }])

  vi.stubGlobal('fetch', async () => new Response('', { status: 500 }))
  await adminDashboard.reload()
  expect(adminDashboard.$resource.get()).toMatchObject({
    status: 'loaded',
    failure: { status: 500 },
  })
  expect(userList.$list.get()?.rows).toMatchObject([{}, {}, { id: 3 }])

  vi.stubGlobal('fetch', async () => new Response('', { status: 403 }))
  await adminDashboard.reload()
  expect(adminDashboard.$resource.get()).toMatchObject({ status: 'failed', error: { status: 403 } })
  expect(userList.$list.get()).toBeUndefined()
  stop()
})

/** The pages are those of the users; there are no organizations. */
function admin(pages: typeof fetch): typeof fetch {
  return async (url, options) => {
    if (String(url).includes('/admin/users')) return pages(url, options)
    return Response.json(String(url).includes('/admin/organizations') ? [] : {})
  }
}

const server = withStubbedServer()

afterEach(() => {
  cleanStores($capabilities, $session)
})

test('a page that is rendered without a window has no session and asks for nothing', () => {
  keepToken('of the build')
  const stops = [$capabilities, $session].map((store) => store.listen(() => {}))
  expect($session.get()).toEqual({ status: 'signed-out' })
  expect($capabilities.get().size).toBe(0)
  expect(server.made()).toEqual([])
  for (const stop of stops) stop()
  dropToken('of the build')
})

test('the navigation of each role', { tags: ['R106', 'R107', 'R108'] }, () => {
  expect(screensOf({ role: 'employee' })).toEqual(['employee'])
  expect(screensOf({ role: 'team_lead' })).toEqual(['employee', 'team'])
  expect(screensOf({ role: 'super_admin' })).toEqual(['employee', 'team', 'admin'])
})

test('an organization admin also sees the people of the organization', () => {
  const right = { manages_organization: true }
  expect(screensOf({ role: 'team_lead', ...right })).toEqual(['employee', 'team', 'people'])
  expect(screensOf({ role: 'employee', ...right })).toEqual(['employee'])
})

describe('the tab of a screen', () => {
  const $tab = tabStore(['overview', 'users'])

  test('is the one in the address, or else the first', () => {
    for (const [search, tab] of [
      ['', 'overview'],
      ['?tab=users', 'users'],
      ['?tab=other', 'overview'],
      ['?tab=overview', 'overview'],
    ] as const) {
      $router.open(`/dashboard/admin${search}`)
      expect($tab.get(), search).toBe(tab)
    }
    $router.open('/elsewhere')
    expect($tab.get()).toBe('overview')
  })

  test('is opened in the address of the same screen, and nowhere else', () => {
    $router.open('/dashboard/admin?tab=overview&q=rania')
    openTab('users')
    expect($router.get()).toMatchObject({ route: 'admin', search: { tab: 'users' } })
    expect($router.get()?.search).not.toHaveProperty('q')
    $router.open('/elsewhere')
    openTab('users')
    expect($router.get()).toBeUndefined()
  })
})

test.each([
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  ' java\nscript:alert(1)',
  '\u0001javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'blob:https://aman.example/0',
  'file:///etc/passwd',
  'vbscript:x',
  'about:blank',
  'mailto:a@b.example',
  'ftp://training.example/',
  '//training.example',
  '/training',
  'http://',
  '',
])('%j is not an address for a redirect', { tags: ['R153', 'R154'] }, (text) => {
  expect(webAddressOf(text)).toBeUndefined()
})

test.each([
  ['https://training.example/start?team=1#top', 'https://training.example/start?team=1#top'],
  [' HTTP://Training.Example ', 'http://training.example/'],
])('%j is one', { tags: ['R153'] }, (text, address) => {
  expect(webAddressOf(text)).toBe(address)
})
