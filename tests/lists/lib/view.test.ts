import { beforeEach, expect, test } from 'vitest'
import { earlyCallsOf } from '../../../src/lib/core/navigation/early-calls.ts'
import { $router } from '../../../src/lib/core/navigation/router.ts'
import { screenNames, screens } from '../../../src/lib/core/navigation/screens.ts'
import { $view, backPath, openTab, viewPath } from '../../../src/lib/core/navigation/view.ts'

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
