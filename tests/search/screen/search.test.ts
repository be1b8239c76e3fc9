import { cleanStores } from 'nanostores'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { isShortcut, shortcutText } from '../../../src/islands/search/Search.tsx'
import { refusal, withStubbedServer } from '../../support/server/stubbed-server.ts'

const server = withStubbedServer()
const name = 'GET /api/search'
const pauseMs = 120

const rania = {
  ...{ id: 1, full_name: 'Rania Khoury', username: 'rania', email: 'rania@clinic.example' },
  ...{ role: 'employee', organization_name: 'Cedar Clinic' },
}

let close = () => {}

async function open({
  user = {},
  capabilities = { capabilities: ['search'] },
}: {
  user?: object
  capabilities?: object
} = {}) {
  server.answer({ 'GET /api/auth/me': { id: 9, role: 'super_admin', ...user } })
  server.answer({ 'GET /api/auth/capabilities': capabilities })
  const search = await import('../../../src/lib/search/search.ts')
  const { $session } = await import('../../../src/lib/sign-in/session.ts')
  // Its code loads in real time, which the clock of these tests does not move.
  const { loadClient } = await import('../../../src/lib/core/api/http.ts')
  await loadClient()
  const { clearStorage, keepToken } = await import('../../../src/lib/core/storage/token.ts')
  const stores = [search.$searchEntries, search.$searchStatus, search.$findsUsers, $session]
  const stops = stores.map((store) => store.listen(() => {}))
  close = () => {
    for (const stop of stops) stop()
    clearStorage()
    cleanStores(...stores)
  }
  keepToken('token')
  await vi.advanceTimersByTimeAsync(0)
  expect($session.get().status).toBe('signed-in')
  const labels = () => search.$searchEntries.get().map(({ label }) => label)
  const found = () =>
    search.$searchEntries.get().filter(({ group }) => group !== 'screens' && group !== 'actions')
  const type = async (text: string) => {
    search.searchFor(text)
    await vi.advanceTimersByTimeAsync(pauseMs)
  }
  return { ...search, labels, found, type }
}

const asked = () => server.calls.filter((call) => call.name === name).map(({ query }) => query.q)

describe('search', () => {
  // A document asks once what the backend offers, and here each test has its own backend.
  beforeEach(() => {
    vi.resetModules()
    vi.useFakeTimers()
  })

  afterEach(() => {
    close()
    vi.useRealTimers()
  })

  test.each([
    // A name that begins with it, then a word that does, then another word for it; a group stays together.
    ['', ['My Dashboard', 'Flags Management', 'Messages', 'Your risk score', 'Add Flag']],
    ['m', ['My Dashboard', 'Messages', 'Flags Management', 'Import flags']],
    ['flag', ['Flags Management', 'Add Flag', 'Import flags']],
    [' ＦＬＡＧ ', ['Flags Management', 'Add Flag', 'Import flags']],
    ['no such thing', []],
  ])('the text %j finds %j, the best first', async (text, labels) => {
    const search = await open({ user: { role: 'employee' } })
    search.searchFor(text)
    expect(search.labels().slice(0, 5)).toEqual(labels)
  })

  test('the server is asked after a pause in typing, for the text without blanks around it', async () => {
    server.answer({ [name]: { users: [], organizations: [] } })
    const { $searchStatus, $searchText, searchFor } = await open()
    expect($searchStatus.get()).toBe('idle')
    searchFor('ra')
    await vi.advanceTimersByTimeAsync(pauseMs - 1)
    searchFor(' ran ')
    expect($searchText.get()).toBe(' ran ')
    expect($searchStatus.get()).toBe('searching')
    await vi.advanceTimersByTimeAsync(pauseMs - 1)
    expect(asked()).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(asked()).toEqual(['ran'])
    expect($searchStatus.get()).toBe('idle')
  })

  test('organizations and people come after screens and actions', async () => {
    server.answer({
      [name]: {
        users: [rania, { ...rania, id: 2, full_name: '', organization_name: null, email: '' }],
        organizations: [
          { id: 5, name: 'Rania Cosmetics' },
          { id: 6, name: '' },
        ],
      },
    })
    const { $searchEntries, type, labels } = await open()
    await type('add')
    expect(labels().slice(0, 2)).toEqual(['Add Flag', 'Add New User'])
    expect($searchEntries.get().slice(-4)).toEqual([
      {
        ...{ key: 'organization 5', group: 'organizations', label: 'Rania Cosmetics' },
        choose: { href: '/dashboard/admin?tab=organizations&open=5' },
      },
      {
        ...{ key: 'organization 6', group: 'organizations', label: 'No name' },
        choose: { href: '/dashboard/admin?tab=organizations&open=6' },
      },
      {
        ...{ key: 'user 1', group: 'users', label: 'Rania Khoury' },
        ...{ detail: 'Cedar Clinic', email: 'rania@clinic.example' },
        choose: { href: '/dashboard/admin?view=user&id=1' },
      },
      {
        ...{ key: 'user 2', group: 'users', label: 'rania', detail: 'Employee', email: '' },
        choose: { href: '/dashboard/admin?view=user&id=2' },
      },
    ])
  })

  test('of more than can be shown, the lists say how many they find, and one entry leads to all', async () => {
    const users = Array.from({ length: 6 }, (_, id) => ({ ...rania, id }))
    server.answer({
      [name]: { users, organizations: [{ id: 5, name: 'Rania Cosmetics' }] },
      'GET /api/admin/users': () =>
        Response.json([], {
          headers: { link: '<?limit=1>; rel="search"; found="465"; total="10000"' },
        }),
    })
    const { $foundCounts, found, searchFor, type } = await open()
    await type('rania')
    await vi.advanceTimersByTimeAsync(0)
    expect($foundCounts.get()).toEqual({ users: 465 })
    expect(found().map(({ label }) => label)).toEqual([
      ...['Rania Cosmetics', ...Array(6).fill('Rania Khoury'), 'See all in Users'],
    ])
    const asked = server.calls.filter((call) => call.name === 'GET /api/admin/users')
    expect(asked.map(({ query }) => query)).toEqual([{ q: 'rania', limit: '1' }])
    const last = found().at(-1)?.choose
    if (last === undefined || !('run' in last)) throw new Error('nothing opens the list')
    last.run()
    const { $router } = await import('../../../src/lib/core/navigation/router.ts')
    await vi.waitFor(() => expect($router.get()?.search).toEqual({ tab: 'users' }), {
      timeout: 30_000,
    })
    const { $userFilter } = await import('../../../src/lib/users/users.ts')
    expect($userFilter.get()).toMatchObject({ search: 'rania', role: '', organization: '' })
    $router.open('/')
    // Another text has another number.
    searchFor('ranias')
    expect($foundCounts.get()).toEqual({})
  })

  test('an organization leads to its page where the backend has one', async () => {
    server.answer({ [name]: { users: [], organizations: [{ id: 5, name: 'Cedar' }] } })
    const { found, type } = await open({ capabilities: { capabilities: ['search', 'attention'] } })
    await type('ced')
    expect(found().map(({ choose }) => choose)).toEqual([
      { href: '/dashboard/admin?view=organization&id=5' },
    ])
  })

  test('the tab of organizations that a text names is found beside those with such a name', async () => {
    const cedar = { id: 5, name: 'Cedar' }
    server.answer({
      [name]: ({ query }: { query: { q?: string } }) =>
        query.q === 'cedar'
          ? { users: [], organizations: [cedar] }
          : { users: [], organizations: [] },
      'GET /api/admin/organizations': [cedar, { id: 6, name: 'Olive' }],
    })
    const { found, type } = await open({ capabilities: { capabilities: ['search', 'attention'] } })
    const places = () => found().map(({ label, detail, choose }) => [label, detail, choose])
    const judgeOf = (id: number) => ({
      href: `/dashboard/admin?view=organization&id=${id}&part=judge`,
    })
    await type('judge')
    await vi.advanceTimersByTimeAsync(0)
    expect(places()).toEqual([
      ['Cedar', 'Judge', judgeOf(5)],
      ['Olive', 'Judge', judgeOf(6)],
    ])
    await type('cedar judge')
    expect(places()).toEqual([['Cedar', 'Judge', judgeOf(5)]])
  })

  test('until the next answer, what was found before is shown as far as it matches', async () => {
    const omar = { ...rania, id: 2, full_name: 'Omar', username: 'omar', email: 'o@ran.example' }
    const other = { ...rania, id: 3, full_name: 'Lina', username: 'lina', email: 'lina@x.example' }
    server.answer({
      [name]: { users: [rania, omar, other], organizations: [{ id: 5, name: 'Iran Air' }] },
    })
    const { found, searchFor, type } = await open()
    const keys = () => found().map(({ key }) => key)
    await type('RA')
    expect(keys()).toEqual(['organization 5', 'user 1', 'user 2', 'user 3'])
    searchFor('ran')
    expect(keys()).toEqual(['organization 5', 'user 1', 'user 2'])
    searchFor('rania')
    expect(keys()).toEqual(['user 1'])
    searchFor('khouryrania')
    expect(keys()).toEqual([])
    searchFor(' ')
    expect(keys()).toEqual([])
    expect(asked()).toEqual(['RA'])
  })

  test('only the answer to the newest text counts', async () => {
    const first = Promise.withResolvers<object>()
    server.answer({ [name]: () => first.promise })
    const { $searchStatus, found, type } = await open()
    await type('ra')
    server.answer({ [name]: { users: [], organizations: [{ id: 5, name: 'Cedar' }] } })
    await type('ced')
    first.resolve({ users: [rania], organizations: [] })
    await vi.advanceTimersByTimeAsync(0)
    expect(found().map(({ label }) => label)).toEqual(['Cedar'])
    expect($searchStatus.get()).toBe('idle')
  })

  test('after a refusal people are missing, the search says so, and screens are still found', async () => {
    server.answer({ [name]: refusal('Broken', { status: 500 }) })
    const { $searchStatus, found, labels, searchFor, type } = await open()
    await type('flag')
    expect($searchStatus.get()).toBe('failed')
    expect(found()).toEqual([])
    expect(labels()).toContain('Flags Management')
    searchFor('')
    expect($searchStatus.get()).toBe('idle')
  })

  test('while it is unknown what the backend offers, the search does not claim that there are no people, and then finds them', async () => {
    server.answer({ [name]: { users: [rania], organizations: [] } })
    const { $searchStatus, found, type } = await open({
      capabilities: refusal('Broken', { status: 500 }),
    })
    await type('Rania')
    expect($searchStatus.get()).toBe('failed')
    expect(asked()).toEqual([])
    server.answer({ 'GET /api/auth/capabilities': { capabilities: ['search'] } })
    await vi.advanceTimersByTimeAsync(2000 + pauseMs)
    await vi.waitFor(() => expect(found()).toMatchObject([{ label: 'Rania Khoury' }]))
  })

  test.each([
    ['a user who may not see others', { user: { role: 'employee' } }],
    ['a backend without the call', { capabilities: { capabilities: ['attention'] } }],
  ])('for %s the server is not asked', async (_, given) => {
    const { $findsUsers, $searchStatus, type } = await open(given)
    expect($findsUsers.get()).toBe(false)
    await type('rania')
    expect($searchStatus.get()).toBe('idle')
    expect(asked()).toEqual([])
  })

  test('a team lead finds members, each at an address, and asks once while the search is open', async () => {
    const team = 'GET /api/dashboard/team'
    const member = (id: number, full_name: string) => {
      return { id, full_name, email: `m${id}@cedar.example`, risk_score: 0, last_login: null }
    }
    const names = ['Karan Aziz', 'Rania Khoury', '', 'Omar Rania', 'Lina']
    const answer = {
      team_members: names.map((name, id) => member(id, name)),
      ...{ total_team_scans: 0, total_phishing_caught: 0, average_risk_score: 0 },
    }
    server.answer({ [team]: refusal('Broken', { status: 500 }) })
    const { $findsMembers, $searchStatus, found, searchFor, type } = await open({
      user: { role: 'team_lead' },
    })
    expect($findsMembers.get()).toBe(true)
    await type('ran')
    expect([$searchStatus.get(), found()]).toEqual(['failed', []])
    server.answer({ [team]: answer })
    await type('rania')
    await type('ran')
    expect($searchStatus.get()).toBe('idle')
    expect(found().map(({ label, detail, choose }) => [label, detail, choose])).toEqual([
      ['Rania Khoury', 'm1@cedar.example', { href: '/dashboard/team?open=1' }],
      ['Omar Rania', 'm3@cedar.example', { href: '/dashboard/team?open=3' }],
      ['Karan Aziz', 'm0@cedar.example', { href: '/dashboard/team?open=0' }],
    ])
    searchFor('m2@')
    expect(found().map(({ label }) => label)).toEqual(['m2@cedar.example'])
    const asks = () => server.names().filter((name) => name === team).length
    expect(asks()).toBe(2)
    searchFor('')
    expect(found()).toEqual([])
    await type('lina')
    expect([asks(), asked()]).toEqual([3, []])
  })

  test('after signing out nothing is found, and the text is forgotten', async () => {
    server.answer({ [name]: { users: [rania], organizations: [] } })
    server.answer({ 'POST /api/auth/logout': { success: true } })
    const { $searchEntries, $searchText, found, searchFor, type } = await open()
    await type('rania')
    expect(found()).toHaveLength(1)
    searchFor('sign out')
    const [entry] = $searchEntries.get()
    if (entry === undefined || 'href' in entry.choose) throw new Error('signing out is no place')
    entry.choose.run()
    expect($searchEntries.get()).toEqual([])
    expect($searchText.get()).toBe('')
  })
})

afterEach(() => {
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})

function press(init: KeyboardEventInit, on: Element = document.body): boolean {
  let found = false
  const listen = (event: KeyboardEvent) => {
    found = isShortcut(event)
  }
  addEventListener('keydown', listen)
  on.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', bubbles: true, ...init }))
  removeEventListener('keydown', listen)
  return found
}

function add(html: string): Element {
  document.body.innerHTML = html
  return document.body.firstElementChild ?? document.body
}

test.each([
  ['Linux x86_64', 'Ctrl K', true, false],
  ['Win32', 'Ctrl K', true, false],
  ['MacIntel', '⌘ K', false, true],
  ['iPad', '⌘ K', false, true],
])('on %s the keys are %s', (platform, text, control, command) => {
  vi.stubGlobal('navigator', { platform })
  expect(shortcutText()).toBe(text)
  expect(press({ ctrlKey: true })).toBe(control)
  expect(press({ metaKey: true })).toBe(command)
  expect(press({ ctrlKey: true, metaKey: true })).toBe(false)
  expect(press({ key: 'K', ctrlKey: control, metaKey: command })).toBe(true)
})

test('other keys, repeated ones and those that are taken do not count', () => {
  vi.stubGlobal('navigator', { platform: 'Linux' })
  expect(press({})).toBe(false)
  expect(press({ ctrlKey: true, key: 'l' })).toBe(false)
  expect(press({ ctrlKey: true, shiftKey: true })).toBe(false)
  expect(press({ ctrlKey: true, altKey: true })).toBe(false)
})

test('in text fields and over dialogs the keys belong to others', () => {
  vi.stubGlobal('navigator', { platform: 'Linux' })
  for (const html of ['<input>', '<input type="search">', '<textarea></textarea>']) {
    expect(press({ ctrlKey: true }, add(html)), html).toBe(false)
  }
  for (const html of ['<button></button>', '<input type="checkbox">', '<select></select>']) {
    expect(press({ ctrlKey: true }, add(html)), html).toBe(true)
  }
  add('<dialog open></dialog>')
  expect(press({ ctrlKey: true })).toBe(false)
})
