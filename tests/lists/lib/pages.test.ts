import { cleanStores } from 'nanostores'
import { afterEach, expect, test, vi } from 'vitest'
import { listUsersEndpoint } from '../../../contract/users/list-users.ts'
import { adminDashboard, userList } from '../../../src/lib/admin/admin.ts'
import { MalformedAnswerError } from '../../../src/lib/core/api/errors.ts'
import { loadFirstPage, loadWhole, nextQuery } from '../../../src/lib/core/api/pages.ts'

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
