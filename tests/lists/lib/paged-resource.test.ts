import { cleanStores } from 'nanostores'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { listUsersEndpoint } from '../../../contract/users/list-users.ts'
import { loadClient } from '../../../src/lib/core/api/http.ts'
import { createPagedResource, type ListQuery } from '../../../src/lib/core/lists/paged-resource.ts'
import { earlyCallsOf } from '../../../src/lib/core/navigation/early-calls.ts'
import { $router } from '../../../src/lib/core/navigation/router.ts'
import { screenNames, screens } from '../../../src/lib/core/navigation/screens.ts'
import { $view, backPath, openTab, viewPath } from '../../../src/lib/core/navigation/view.ts'
import { forgetSession } from '../../../src/lib/core/storage/forget.ts'
import { $token, dropToken, keepToken } from '../../../src/lib/core/storage/token.ts'
import { pendingRows } from '../../../src/lib/core/ui-state/change.ts'
import { sortBy } from '../../../src/lib/core/ui-state/sort.ts'

describe('view', () => {
  beforeEach(() => $router.open('/dashboard/employee'))

  test.each([
    ['/dashboard/employee?view=messages', 'messages'],
    ['/dashboard/employee?tab=flags&view=messages&q=bank', 'messages'],
    ['/dashboard/employee', undefined],
    ['/dashboard/employee?view=', undefined],
    ['/dashboard/employee?view=constructor', undefined],
    // A view of another screen.
    ['/dashboard/team?view=messages', undefined],
    ['/login?view=messages', undefined],
    ['/elsewhere?view=messages', undefined],
  ])('the view at %s is %s', (address, view) => {
    $router.open(address)
    expect($view.get()).toBe(view)
  })

  test('a view leads back to the tab that it was opened from', () => {
    expect(backPath('employee')).toBe('/dashboard/employee')
    $router.open('/dashboard/employee?tab=flags')
    const path = viewPath('employee', 'messages', { q: 'a&b' })
    expect(path).toBe('/dashboard/employee?tab=flags&view=messages&q=a%26b')
    $router.open(path)
    expect(backPath('employee')).toBe('/dashboard/employee?tab=flags')
    // The tab of another screen is not a tab of this one.
    $router.open('/dashboard/team?tab=tools')
    expect(viewPath('employee', 'messages')).toBe('/dashboard/employee?view=messages')
    $router.open('/elsewhere?tab=tools')
    expect(viewPath('employee', 'messages')).toBe('/dashboard/employee?view=messages')
  })

  test('opening a tab leaves the view', () => {
    $router.open('/dashboard/employee?view=messages&q=bank')
    openTab('flags')
    expect($router.get()?.search).toEqual({ tab: 'flags' })
    expect($view.get()).toBeUndefined()
  })

  test('no two views have the same name', () => {
    const views: string[] = screenNames.flatMap((screen) => [...screens[screen].views])
    expect(new Set(views).size).toBe(views.length)
  })

  test('the page of a screen knows what each of its views asks for first', () => {
    const early = earlyCallsOf('employee').find(({ at }) => at === '?view=messages')
    expect(early?.urls).toEqual(['/api/auth/me', '/api/messages?limit=50'])
  })
})

test('figures are sorted by value, including negative ones', () => {
  expect(sortBy([10, 9.5, -3, 100], (row) => row, false)).toEqual([-3, 9.5, 10, 100])
  expect(sortBy([10, 9.5, -3, 100], (row) => row, true)).toEqual([100, 10, 9.5, -3])
})

test('text is sorted naturally, with numbers by value', () => {
  const names = ['b10', 'b2', 'Éva', 'basma', 'Adam']
  expect(sortBy(names, (row) => row, false)).toEqual(['Adam', 'b2', 'b10', 'basma', 'Éva'])
})

test('a row runs one action at a time, and another row runs its own', async () => {
  const { $pending, run } = pendingRows()
  const started: string[] = []
  const first = Promise.withResolvers<void>()
  const second = Promise.withResolvers<void>()
  const runFirst = run(1, () => {
    started.push('first')
    return first.promise
  })
  const runSecond = run(2, () => {
    started.push('second')
    return second.promise
  })
  await run(1, async () => void started.push('first again'))
  expect(started).toEqual(['first', 'second'])
  expect([...$pending.get()]).toEqual([1, 2])
  first.resolve()
  await runFirst
  expect([...$pending.get()]).toEqual([2])
  second.resolve()
  await runSecond
  expect([...$pending.get()]).toEqual([])
  await run(1, async () => void started.push('first later'))
  expect(started).toEqual(['first', 'second', 'first later'])
})

test('a row whose action fails can be tried again', async () => {
  const { $pending, run } = pendingRows()
  await expect(run('a', () => Promise.reject(new Error('refused')))).rejects.toThrow('refused')
  expect([...$pending.get()]).toEqual([])
})

test('after the session no row is pending', () => {
  const { $pending, run } = pendingRows()
  void run(1, () => new Promise(() => {}))
  forgetSession()
  expect([...$pending.get()]).toEqual([])
})

describe('a paged list', () => {
  let stop = () => {}
  const fetched = vi.fn<(url: string) => Promise<Response>>()
  const urls = () => fetched.mock.calls.map(([url]) => url)
  const rows = (ids: readonly number[], next?: string) =>
    Response.json(
      ids.map((id) => ({ id, full_name: `Person ${id}` })),
      next === undefined ? {} : { headers: { link: `<?${next}>; rel="next"` } },
    )

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

    test('leaves out what the call does not take', () => {
      $router.open('/dashboard/admin?tab=users&role=nobody&q=rania')
      openList()
      expect(urls()).toEqual(['/api/admin/users?limit=50&q=rania'])
    })

    test('is not asked for twice', () => {
      const { ask } = openList()
      ask({ q: 'r' })
      ask({ q: 'r' })
      expect(urls().slice(1)).toEqual(['/api/admin/users?limit=50&q=r'])
    })

    test('is not the query of another tab or screen', () => {
      openList()
      $router.open('/dashboard/admin?tab=organizations&q=clinic')
      $router.open('/dashboard/team?q=rania')
      $router.open('/dashboard/admin?tab=users&view=activity&q=rania')
      expect(urls()).toHaveLength(1)
    })

    test('changes with one filter while the others stay', () => {
      $router.open('/dashboard/admin?tab=users')
      const { ask, $query } = openList()
      ask({ q: 'a&b=c ü' })
      expect($router.get()?.search).toEqual({ tab: 'users', q: 'a&b=c ü' })
      ask({ role: 'employee' })
      expect($query.get()).toEqual({ q: 'a&b=c ü', role: 'employee' })
      const sent = String(new URLSearchParams({ q: 'a&b=c ü', role: 'employee' }))
      expect(urls().at(-1)).toBe(`/api/admin/users?limit=50&${sent}`)
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

    test('is taken along by a filter that is chosen right after it', () => {
      const { ask, askSoon } = openList()
      askSoon({ q: 'ra' })
      ask({ role: 'employee' })
      vi.advanceTimersByTime(1000)
      expect(urls().slice(1)).toEqual(['/api/admin/users?limit=50&q=ra&role=employee'])
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
      // A row that moved meanwhile is shown once.
      fetched.mockResolvedValueOnce(rows([2, 3], 'cursor=c'))
      const first = more()
      expect($paged.get()).toMatchObject({ pending: 'more' })
      void more()
      await first
      expect($paged.get()).toMatchObject({ hasMore: true, failure: undefined })
      fetched.mockResolvedValueOnce(rows([4]))
      await more()
      expect($paged.get()).toMatchObject({ hasMore: false, pending: 'none' })
      await more()
      expect(ids()).toEqual([1, 2, 3, 4])
      expect(urls().slice(1)).toEqual(['/api/admin/users?cursor=b', '/api/admin/users?cursor=c'])
    })

    test('stay in sight until the answer to the next query', async () => {
      const { $paged, ask, ids } = openList()
      await settle()
      const newer = hold()
      ask({ q: 'r' })
      expect(ids()).toEqual([1, 2])
      expect($paged.get()).toMatchObject({ query: {}, pending: 'rows', hasMore: true })
      newer.resolve(rows([9]))
      await settle()
      const answered = { query: { q: 'r' }, hasMore: false, pending: 'none' }
      expect($paged.get()).toMatchObject({ rows: [{ id: 9 }], ...answered })
    })

    test('are those of the newest query, in whatever order answers come', async () => {
      const answers = [hold(), hold(), hold()]
      const { ask, ids } = openList()
      ask({ q: 'r' })
      ask({ q: 'ra' })
      for (const id of [3, 2, 1]) {
        answers[id - 1]?.resolve(rows([id]))
        await settle()
        expect(ids()).toEqual([3])
      }
    })

    test('of the last query are never added to those of the next', async () => {
      const { ask, more, ids } = openList()
      await settle()
      const page = hold()
      void more()
      fetched.mockResolvedValueOnce(rows([9]))
      ask({ q: 'r' })
      page.resolve(rows([3]))
      await settle()
      expect(ids()).toEqual([9])
    })

    test('do not end with a page that leads to itself', async () => {
      const { $paged, more } = openList()
      await settle()
      await more()
      expect($paged.get()).toMatchObject({ failure: expect.anything(), rows: [{ id: 1 }, {}] })
    })

    test('that could not be loaded say so, and a reload tries again', async () => {
      fetched.mockResolvedValueOnce(new Response('', { status: 500 }))
      const { reload, ids } = openList()
      await settle()
      expect(ids()).toBe('failed')
      const again = reload()
      expect(ids()).toBe('loading')
      await again
      expect(ids()).toEqual([1, 2])
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

  test('the end of a session forgets the rows, and the next user sees only their own', async () => {
    keepToken('rania')
    const unlisten = $token.listen(forgetSession)
    const { ids } = openList()
    await settle()
    fetched.mockResolvedValueOnce(rows([3]))
    keepToken('omar')
    expect(ids()).toBe('loading')
    await settle()
    expect(ids()).toEqual([3])
    dropToken('omar')
    await settle()
    expect(ids()).toBe('loading')
    expect(urls()).toHaveLength(2)
    unlisten()
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
})
