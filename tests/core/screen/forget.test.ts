import { cleanStores } from 'nanostores'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { $late } from '../../../src/lib/core/api/late.ts'
import { $locale } from '../../../src/lib/core/i18n/i18n.ts'
import { clearStorage, dropToken, keepToken } from '../../../src/lib/core/storage/token.ts'
import { $notices, noticesAbout } from '../../../src/lib/core/ui-state/notices.ts'
import { $flagSearch, flags } from '../../../src/lib/flags/flags.ts'
import { $capabilities, $capabilitiesState } from '../../../src/lib/sign-in/capabilities.ts'
import { $session, signOut } from '../../../src/lib/sign-in/session.ts'

interface AnyStore {
  readonly get: () => unknown
  readonly set: (value: unknown) => void
}

/** Every store that the site's modules create while they load, with its initial value. */
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

import.meta.glob('../../../src/lib/**/*.ts', { eager: true })

/** A value that every store can hold temporarily: a list, a question and an object in one. */
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

/** The session says who is signed in; the others are not about a user. */
const ofTheDocument: readonly unknown[] = [
  ...[$session, $locale, $capabilities, $capabilitiesState],
  ...[$late.reads, $late.changes],
]
const ofTheUser = () => stores.filter(({ store }) => !ofTheDocument.includes(store))

function leaveSomethingInEveryStore() {
  expect(ofTheUser().length).toBeGreaterThanOrEqual(8)
  for (const { store } of ofTheUser()) store.set(leftBehind)
}

const kept = () => ofTheUser().filter(({ store }) => 'left' in Object(store.get()))

test('signing out leaves no data of the user in any store', () => {
  leaveSomethingInEveryStore()
  signOut()
  expect(kept()).toEqual([])
  expect($session.get()).toEqual({ status: 'signed-out' })
})

test("a token that changes directly to another user's leaves no data of the first user in any store", async () => {
  leaveSomethingInEveryStore()
  keepToken('omar')
  await expect.poll(() => $session.get()).toMatchObject({ user: { id: 2 } })
  expect(kept()).toEqual([])
})

test('another user who signs in after an ended session finds no data of the first user', async () => {
  leaveSomethingInEveryStore()
  dropToken('rania')
  expect($session.get()).toEqual({ status: 'ended' })
  keepToken('omar')
  await expect.poll(() => $session.get()).toMatchObject({ user: { id: 2 } })
  expect(kept()).toEqual([])
})

test('signing out in another tab leaves no data of the user in this one', () => {
  leaveSomethingInEveryStore()
  localStorage.clear()
  window.dispatchEvent(new StorageEvent('storage', { key: null }))
  expect(kept()).toEqual([])
  expect($session.get()).toEqual({ status: 'signed-out' })
})

test('after an ended session the same user finds the search again, but no data or notices', async () => {
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
