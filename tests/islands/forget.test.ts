import { cleanStores } from 'nanostores'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { $locale } from '../../src/lib/messages/i18n.ts'
import { $flagSearch, flags } from '../../src/lib/screens/flags.ts'
import { $session, signOut } from '../../src/lib/session/session.ts'
import { clearStorage, dropToken, keepToken } from '../../src/lib/session/token.ts'
import { $notices, noticesAbout } from '../../src/lib/ui-state/notices.ts'

interface AnyStore {
  readonly get: () => unknown
  readonly set: (value: unknown) => void
}

/** Every store that the site's modules make while they load, with the value that it starts from. */
const stores: { readonly store: AnyStore; readonly initial: unknown }[] = vi.hoisted(() => [])

vi.mock(import('nanostores'), async (original) => {
  const nanostores = await original()
  const recorded =
    (make: (value: unknown) => AnyStore) =>
    (value: unknown): AnyStore => {
      const store = make(value)
      stores.push({ store, initial: store.get() })
      return store
    }
  return Object.assign({}, nanostores, {
    atom: recorded(nanostores.atom),
    map: recorded((value) => nanostores.map(Object(value))),
  })
})

import.meta.glob('../../src/lib/**/*.ts', { eager: true })

/** A value that every store can hold for a moment: a list, a question and an object in one. */
const leftBehind = Object.assign([], { left: 'behind', answer: () => undefined })

const user = (id: number) => ({ id, full_name: `Person ${id}`, has_consented: true })
let stop: () => void

beforeEach(async () => {
  vi.stubGlobal('fetch', async (path: string, { headers }: RequestInit) => {
    if (!path.endsWith('/auth/me')) return Response.json({ success: true })
    return Response.json(user(new Headers(headers).get('authorization') === 'Bearer omar' ? 2 : 1))
  })
  stop = $session.listen(() => undefined)
  keepToken('rania')
  await expect.poll(() => $session.get()).toMatchObject({ user: { id: 1 } })
})

afterEach(() => {
  stop()
  clearStorage()
  cleanStores($session)
  vi.unstubAllGlobals()
})

/** The session says who is signed in, and the language of the page is nobody's in particular. */
const ofTheUser = () =>
  stores.filter(({ store }) => !Object.is(store, $session) && !Object.is(store, $locale))

function leaveSomethingInEveryStore() {
  expect(ofTheUser().length).toBeGreaterThanOrEqual(8)
  for (const { store } of ofTheUser()) store.set(leftBehind)
}

const kept = () => ofTheUser().filter(({ store }) => 'left' in Object(store.get()))

test('logout leaves nothing of a person in any store', { tags: ['A160'] }, () => {
  leaveSomethingInEveryStore()
  signOut()
  expect(kept()).toEqual([])
  expect($session.get()).toEqual({ status: 'signed-out' })
})

test("a token that changes directly to another person's leaves nothing of the first in any store", {
  tags: ['A160'],
}, async () => {
  leaveSomethingInEveryStore()
  keepToken('omar')
  await expect.poll(() => $session.get()).toMatchObject({ user: { id: 2 } })
  expect(kept()).toEqual([])
})

test('another person who signs in after a session that ended finds nothing of the first', {
  tags: ['A160'],
}, async () => {
  leaveSomethingInEveryStore()
  dropToken('rania')
  expect($session.get()).toEqual({ status: 'ended' })
  keepToken('omar')
  await expect.poll(() => $session.get()).toMatchObject({ user: { id: 2 } })
  expect(kept()).toEqual([])
})

test('logout in another tab leaves nothing of a person here', { tags: ['A160'] }, () => {
  leaveSomethingInEveryStore()
  localStorage.clear()
  window.dispatchEvent(new StorageEvent('storage', { key: null }))
  expect(kept()).toEqual([])
  expect($session.get()).toEqual({ status: 'signed-out' })
})

test('after a session that ended by itself the same person finds the search again, and no data or notices', {
  tags: ['A161'],
}, async () => {
  $flagSearch.set('partner')
  noticesAbout('flags').problem('private-client.example has a red flag')
  const unlisten = flags.$resource.listen(() => undefined)
  dropToken('rania')
  expect($session.get()).toEqual({ status: 'ended' })
  expect($notices.get()).toEqual([])
  expect(flags.$resource.get()).toEqual({ status: 'loading' })
  keepToken('rania')
  await expect.poll(() => $session.get()).toMatchObject({ user: { id: 1 } })
  expect($flagSearch.get()).toBe('partner')
  unlisten()
})
