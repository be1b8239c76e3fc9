import { cleanStores, map, STORE_UNMOUNT_DELAY } from 'nanostores'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { $locale } from '../../../src/lib/core/i18n/i18n.ts'
import { filteredPath, organizationPath } from '../../../src/lib/core/navigation/admin-paths.ts'
import { keepInAddress } from '../../../src/lib/core/navigation/filter-in-address.ts'
import { localeNamed, nameOfLanguage } from '../../../src/lib/core/navigation/languages.ts'
import {
  localeQuery,
  localizedPath,
  localizedPaths,
} from '../../../src/lib/core/navigation/localized-path.ts'
import { $router } from '../../../src/lib/core/navigation/router.ts'
import { hasView, isScreen } from '../../../src/lib/core/navigation/screens.ts'
import { $opened, closeOpened } from '../../../src/lib/core/navigation/view.ts'

const search = () => $router.get()?.search

beforeEach(() => $router.open('/dashboard/admin'))
afterEach(() => $locale.set('en'))

describe('a link', () => {
  test('to an organization remembers the tab that it is pressed in', () => {
    expect(organizationPath('a&b')).toBe('/dashboard/admin?view=organization&id=a%26b')
    $router.open('/dashboard/admin?tab=organizations')
    expect(organizationPath('7')).toBe('/dashboard/admin?tab=organizations&view=organization&id=7')
  })

  test('opens a tab with its filter', () => {
    const path = filteredPath('users', { organization: 'a&b', status: 'active' })
    expect(path).toBe('/dashboard/admin?tab=users&organization=a%26b&status=active')
  })

  test('leads to the page in the language of this one', () => {
    const paths = { home: '/', login: '/login' } as const
    expect(localizedPaths(paths)).toEqual(paths)
    expect(localeQuery()).toBeUndefined()
    $locale.set('ar')
    expect(localizedPaths(paths)).toEqual({ home: '/ar/', login: '/ar/login' })
    expect(localizedPath('/login', 'en')).toBe('/login')
    expect(localeQuery()).toBe('?locale=ar')
  })
})

test('a language is known by its name, and English is the one of who has none', () => {
  expect(['en', 'ar', 'de', null, 7].map(localeNamed)).toEqual(['en', 'ar', null, null, null])
  expect([null, 'en' as const, 'ar' as const].map(nameOfLanguage)).toEqual([
    'English',
    'English',
    'العربية',
  ])
})

test('only the names of screens and of their views are such', () => {
  expect([undefined, '', 'admin', 'login', 'toString'].map(isScreen)).toEqual([
    ...[false, false, true, false, false],
  ])
  expect(hasView('employee', 'messages')).toBe(true)
  expect(hasView('team', 'messages')).toBe(false)
  expect(hasView('employee', undefined)).toBe(false)
})

describe('what is open on a screen', () => {
  test('is in the address, and closing it leaves the rest of the address', () => {
    $router.open('/dashboard/admin?tab=users&open=7&q=rania')
    expect($opened.get()).toBe('7')
    closeOpened()
    expect($opened.get()).toBeUndefined()
    expect($router.get()).toMatchObject({ route: 'admin' })
    expect(search()).toEqual({ tab: 'users', q: 'rania' })
  })

  test('is nothing where the address names nothing, and on pages without a screen', () => {
    closeOpened()
    expect($opened.get()).toBeUndefined()
    expect(search()).toEqual({})
    $router.open('/elsewhere?open=7')
    closeOpened()
    expect($opened.get()).toBeUndefined()
    expect($router.get()).toBeUndefined()
  })
})

describe('a filter that is kept in the address of its tab', () => {
  const empty = { q: '', role: '', status: '' }
  let stopUsing = () => {}
  afterEach(() => {
    stopUsing()
    vi.useRealTimers()
  })

  function open(address: string, filter: Partial<typeof empty> = {}) {
    $router.open(address)
    const $filter = map({ ...empty, ...filter })
    keepInAddress($filter, 'users', ['role', 'status'])
    stopUsing = $filter.listen(() => {})
    onTestFinished(() => cleanStores($filter))
    return $filter
  }

  test('is set by a link, which clears what the link does not name', () => {
    const $filter = open('/dashboard/admin?tab=users&role=employee', { q: 'r', status: 'active' })
    expect($filter.get()).toEqual({ q: 'r', role: 'employee', status: '' })
    $router.open('/dashboard/admin?tab=users&status=inactive')
    expect($filter.get()).toEqual({ q: 'r', role: '', status: 'inactive' })
  })

  test('stays at an address that names none of its parts', () => {
    const $filter = open('/dashboard/admin?tab=users', { role: 'employee' })
    expect($filter.get().role).toBe('employee')
    expect(search()).toEqual({ tab: 'users' })
  })

  test.each([
    '/dashboard/admin?tab=organizations&role=employee',
    '/dashboard/admin?tab=users&view=activity&role=employee',
    '/dashboard/admin?role=employee',
    '/dashboard/team?tab=users&role=employee',
    '/elsewhere?tab=users&role=employee',
  ])('neither reads nor writes at %s', (address) => {
    const $filter = open(address)
    expect($filter.get()).toEqual(empty)
    const before = search()
    $filter.setKey('role', 'team_lead')
    expect(search()).toEqual(before)
  })

  test('is written as it is chosen, without what it does not keep', () => {
    const $filter = open('/dashboard/admin?tab=users&open=7')
    $filter.setKey('role', 'employee')
    expect(search()).toEqual({ tab: 'users', role: 'employee' })
    $filter.setKey('status', 'active')
    $filter.setKey('q', 'rania')
    expect(search()).toEqual({ tab: 'users', role: 'employee', status: 'active' })
    $filter.set(empty)
    expect(search()).toEqual({ tab: 'users' })
  })

  test('leaves the address alone while only other parts change', () => {
    const $filter = open('/dashboard/admin?tab=users&role=employee&open=7')
    $filter.setKey('q', 'rania')
    expect(search()).toEqual({ tab: 'users', role: 'employee', open: '7' })
  })

  test('does not notify those who read it when the address says the same', () => {
    const $filter = open('/dashboard/admin?tab=users&role=employee')
    let changes = 0
    const unlisten = $filter.listen(() => {
      changes += 1
    })
    $router.open('/dashboard/admin?tab=users&role=employee&open=7')
    expect(changes).toBe(0)
    unlisten()
  })

  test('and the address go separate ways while it is not used', () => {
    vi.useFakeTimers()
    const $filter = open('/dashboard/admin?tab=users')
    stopUsing()
    vi.advanceTimersByTime(STORE_UNMOUNT_DELAY)
    $router.open('/dashboard/admin?tab=users&role=employee')
    expect($filter.value).toEqual(empty)
    const chosen = { ...empty, status: 'active' }
    $filter.set(chosen)
    expect($filter.value).toEqual(chosen)
    expect(search()).toEqual({ tab: 'users', role: 'employee' })
    stopUsing = $filter.listen(() => {})
    expect($filter.get()).toEqual({ ...empty, role: 'employee' })
    $filter.set(chosen)
    expect(search()).toEqual({ tab: 'users', status: 'active' })
  })
})
