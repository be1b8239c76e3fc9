import { cleanStores } from 'nanostores'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { listUsersEndpoint } from '../../../contract/users/list-users.ts'
import { loadClient } from '../../../src/lib/core/api/http.ts'
import { createPagedResource, type ListQuery } from '../../../src/lib/core/lists/paged-resource.ts'
import { $router } from '../../../src/lib/core/navigation/router.ts'
import { forgetSession } from '../../../src/lib/core/storage/forget.ts'
import { $token, dropToken, keepToken } from '../../../src/lib/core/storage/token.ts'

const fetched = vi.fn<(url: string) => Promise<Response>>()
const urls = () => fetched.mock.calls.map(([url]) => url)
const rows = (ids: readonly number[], next?: string) =>
  Response.json(
    ids.map((id) => ({ id, full_name: `Person ${id}` })),
    next === undefined ? {} : { headers: { link: `<?${next}>; rel="next"` } },
  )

let stop = () => {}

beforeAll(async () => {
  await loadClient()
})

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', fetched)
  fetched.mockImplementation(async () => rows([1, 2], 'cursor=b'))
  $router.open('/dashboard/admin?tab=users')
})

afterEach(() => {
  stop()
  const token = $token.get()
  if (token !== undefined) dropToken(token)
  fetched.mockReset()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

type Name = 'q' | 'role'

function openList(inputOf?: (query: ListQuery<Name>) => Readonly<Record<string, string>>) {
  const list = createPagedResource(listUsersEndpoint, ['q', 'role'], inputOf)
  const open = () => {
    const unlisten = list.$paged.listen(() => {})
    stop = () => {
      unlisten()
      // A store waits for a second before it lets go.
      cleanStores(list.$paged)
    }
  }
  open()
  const ids = () => {
    const paged = list.$paged.get()
    return paged.status === 'loaded' ? paged.rows.map(({ id }) => id) : paged.status
  }
  return { ...list, ids, open }
}

const settle = () => vi.advanceTimersByTimeAsync(0)

/** A response that arrives when the test says so. */
function hold() {
  const held = Promise.withResolvers<Response>()
  fetched.mockReturnValueOnce(held.promise)
  return held
}

describe('what is asked for', () => {
  test('is a short page, with the filters of the address', () => {
    $router.open('/dashboard/admin?tab=users&q=rania&role=team_lead')
    openList()
    expect(urls()).toEqual(['/api/admin/users?limit=50&q=rania&role=team_lead'])
  })

  test('leaves out a filter that is empty', () => {
    $router.open('/dashboard/admin?tab=users&q=&role=')
    const { $query } = openList()
    expect(urls()).toEqual(['/api/admin/users?limit=50'])
    expect($query.get()).toEqual({})
  })

  test('may be said in other words than those of the address', async () => {
    $router.open('/dashboard/admin?tab=users&q=rania')
    const { $query, ask } = openList(({ q = '' }) => ({ q: q.toUpperCase(), status: 'active' }))
    expect($query.get()).toEqual({ q: 'rania' })
    ask({ q: 'omar' })
    expect(urls()).toEqual([
      '/api/admin/users?limit=50&q=RANIA&status=active',
      '/api/admin/users?limit=50&q=OMAR&status=active',
    ])
  })

  test('changes with one filter while the others stay', () => {
    $router.open('/dashboard/admin?tab=users&q=rania')
    const { ask, $query } = openList()
    ask({ role: 'employee' })
    expect($query.get()).toEqual({ q: 'rania', role: 'employee' })
    ask({ q: '' })
    expect($query.get()).toEqual({ role: 'employee' })
    expect($router.get()?.search).toEqual({ tab: 'users', role: 'employee' })
  })

  test('stays when another parameter of the address changes', () => {
    $router.open('/dashboard/admin?tab=users&q=rania')
    const { show } = openList()
    show({ open: '7' })
    expect($router.get()?.search).toEqual({ tab: 'users', q: 'rania', open: '7' })
    show({ open: '' })
    expect($router.get()?.search).toEqual({ tab: 'users', q: 'rania' })
    expect(urls()).toHaveLength(1)
  })

  test('does not move a page that the router does not know', () => {
    const { ask } = openList()
    $router.open('/elsewhere')
    ask({ q: 'rania' })
    expect($router.get()).toBeUndefined()
  })
})

describe('typed text', () => {
  test('is asked for 200 ms after the last key', () => {
    const { askSoon } = openList()
    askSoon({ q: 'r' })
    vi.advanceTimersByTime(150)
    askSoon({ q: 'ra' })
    vi.advanceTimersByTime(199)
    expect($router.get()?.search).toEqual({ tab: 'users' })
    vi.advanceTimersByTime(1)
    expect($router.get()?.search).toEqual({ tab: 'users', q: 'ra' })
  })

  test('does not return after a filter that was chosen later', () => {
    const { ask, askSoon } = openList()
    askSoon({ q: 'r' })
    ask({ q: '' })
    vi.advanceTimersByTime(1000)
    expect($router.get()?.search).toEqual({ tab: 'users' })
  })

  test.each([
    '/dashboard/team?tab=users',
    '/dashboard/admin?tab=organizations',
    '/dashboard/admin?tab=users&view=activity',
  ])('is dropped when the user has moved on to %s', (address) => {
    const { askSoon } = openList()
    askSoon({ q: 'r' })
    $router.open(address)
    vi.advanceTimersByTime(1000)
    expect($router.get()?.search).not.toHaveProperty('q')
    expect(urls()).toHaveLength(1)
  })

  test.each([
    ['the session ends', forgetSession],
    ['the list is closed', () => stop()],
  ])('is dropped when %s', (_, leave) => {
    const { askSoon } = openList()
    askSoon({ q: 'r' })
    leave()
    vi.advanceTimersByTime(1000)
    expect($router.get()?.search).toEqual({ tab: 'users' })
  })
})

describe('the rows', () => {
  test('that are shown can be changed without a request', async () => {
    const { $paged, change } = openList()
    const rename = () => change((row) => ({ ...row, full_name: `${row.full_name}!` }))
    rename()
    expect($paged.get()).toEqual({ status: 'loading' })
    await settle()
    rename()
    expect($paged.get()).toMatchObject({
      rows: [{ full_name: 'Person 1!' }, { full_name: 'Person 2!' }],
      hasMore: true,
      pending: 'none',
    })
    expect(urls()).toHaveLength(1)
  })

  test('that were changed stay changed when the next page comes', async () => {
    const { $paged, change, more } = openList()
    await settle()
    const page = hold()
    void more()
    change((row) => ({ ...row, full_name: 'Renamed' }))
    page.resolve(rows([3]))
    await settle()
    const names = ['Renamed', 'Renamed', 'Person 3']
    expect($paged.get()).toMatchObject({ rows: names.map((full_name) => ({ full_name })) })
  })

  test('of the next page are asked for only when the others are there', async () => {
    const { ask, more, ids } = openList()
    void more()
    expect(urls()).toHaveLength(1)
    await settle()
    const newer = hold()
    ask({ q: 'r' })
    void more()
    expect(urls()).toHaveLength(2)
    newer.resolve(new Response('', { status: 500 }))
    await settle()
    void more()
    expect(ids()).toBe('failed')
    expect(urls()).toHaveLength(2)
  })

  test('of a next page that failed can be asked for again', async () => {
    const { $paged, more } = openList()
    await settle()
    fetched.mockRejectedValueOnce(new TypeError('no network'))
    await more()
    expect($paged.get()).toMatchObject({ failure: expect.anything(), pending: 'none' })
    const again = more()
    expect($paged.get()).toMatchObject({ failure: undefined, pending: 'more' })
    await again
    expect(urls().slice(1)).toEqual(Array(2).fill('/api/admin/users?cursor=b'))
  })

  test('are asked for page by page, also where a link says more than the one before', async () => {
    const { $paged, more, ids } = openList()
    await settle()
    fetched.mockResolvedValueOnce(rows([3], 'cursor=c'))
    await more()
    expect($paged.get()).toMatchObject({ hasMore: true, failure: undefined })
    fetched.mockResolvedValueOnce(rows([4]))
    await more()
    expect(ids()).toEqual([1, 2, 3, 4])
    expect(urls().slice(1)).toEqual(['/api/admin/users?cursor=b', '/api/admin/users?cursor=c'])
  })

  test('stay in sight during a reload, which may show others', async () => {
    const { $paged, reload, ids } = openList()
    await settle()
    const newer = hold()
    const reloaded = reload()
    expect(ids()).toEqual([1, 2])
    expect($paged.get()).toMatchObject({ pending: 'rows', hasMore: true })
    newer.resolve(rows([9]))
    await reloaded
    expect($paged.get()).toMatchObject({ rows: [{ id: 9 }], hasMore: false, pending: 'none' })
  })
})

describe('a closed list', () => {
  test('ignores the answer that was on its way, and loads again when it is opened', async () => {
    const first = hold()
    const { $paged, ids, open } = openList()
    stop()
    first.resolve(rows([8]))
    await settle()
    const second = hold()
    open()
    expect($paged.get()).toEqual({ status: 'loading' })
    second.resolve(rows([1]))
    await settle()
    expect(ids()).toEqual([1])
  })

  test('asks for nothing, whatever happens to the address and the session', async () => {
    keepToken('rania')
    openList()
    await settle()
    stop()
    $router.open('/dashboard/admin?tab=users&q=omar')
    forgetSession()
    expect(urls()).toHaveLength(1)
  })

  test('does not ask for the next page of its last rows', async () => {
    const { open, more, ids } = openList()
    await settle()
    stop()
    fetched.mockResolvedValueOnce(rows([7]))
    open()
    await settle()
    await more()
    expect(ids()).toEqual([7])
    expect(urls()).toHaveLength(2)
  })
})

test('the end of the session drops the next page that is on its way', async () => {
  const { more, ids } = openList()
  await settle()
  const page = hold()
  void more()
  forgetSession()
  page.resolve(rows([3]))
  await settle()
  expect(ids()).toBe('loading')
})
