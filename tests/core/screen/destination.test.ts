import { afterEach, expect, test } from 'vitest'
import {
  destinationAt,
  destinationForProvider,
  keepDestination,
  keptDestination,
} from '../../../src/lib/core/navigation/destination.ts'

afterEach(() => history.replaceState(null, '', '/'))

test.each([
  ['/dashboard/employee?view=messages', { route: 'employee', search: { view: 'messages' } }],
  ['/dashboard/admin/?tab=users&q=a%26b', { route: 'admin', search: { tab: 'users', q: 'a&b' } }],
  ['/ar/dashboard/team', { route: 'team', search: {} }],
  [`${location.origin}/dashboard/account`, { route: 'account', search: {} }],
])('%s is a destination', (address, destination) => {
  expect(destinationAt(address)).toEqual(destination)
})

test.each([
  'https://evil.example/dashboard/employee',
  '//evil.example/dashboard/employee',
  '/\\evil.example/dashboard/employee',
  'javascript:alert(1)//dashboard/employee',
  'http://[',
  '/dashboard',
  '/dashboard/nothing',
  '/dashboard/constructor',
  '/dashboard/../login',
  '/a/b/dashboard/employee',
  '/api/admin/users',
  '/login?to=/dashboard/employee',
  '',
  undefined,
  { route: 'employee' },
])('%s is no destination', (address) => {
  expect(destinationAt(address)).toBeUndefined()
})

test('a destination waits in the entry of the history alone', () => {
  expect(keptDestination()).toBeUndefined()
  keepDestination({ route: 'employee', search: { view: 'messages' } })
  expect(location.pathname + location.search).toBe('/')
  expect(keptDestination()).toEqual({ route: 'employee', search: { view: 'messages' } })
  expect(destinationForProvider()).toEqual({ to: '/dashboard/employee?view=messages' })
  expect(localStorage.length + sessionStorage.length).toBe(0)
})

test('a state that is of another kind holds no destination', () => {
  for (const state of ['/dashboard/employee', { to: 7 }, { to: 'https://evil.example' }, [], 1]) {
    history.replaceState(state, '')
    expect(keptDestination()).toBeUndefined()
    expect(destinationForProvider()).toEqual({})
  }
})

test('a destination that the call does not take stays behind', () => {
  keepDestination({ route: 'employee', search: { q: 'x'.repeat(1000) } })
  expect(destinationForProvider()).toEqual({})
})
