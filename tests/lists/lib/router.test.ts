import { describe, expect, test } from 'vitest'
import type { Role } from '../../../contract/core/permissions.ts'
import { redirectOf } from '../../../src/lib/account/follow-session.ts'
import { $router } from '../../../src/lib/core/navigation/router.ts'
import { screensOf } from '../../../src/lib/core/navigation/screens.ts'
import { openTab, tabStore } from '../../../src/lib/core/navigation/view.ts'
import type { Session } from '../../../src/lib/sign-in/session.ts'

const user = {
  id: '1',
  username: 'rania',
  email: 'rania@firm.example',
  full_name: 'Rania',
  role: 'employee',
  organization_id: null,
  department: '',
  phone: '',
  is_active: true,
  risk_score: 0,
  has_consented: true,
  organization_name: '',
  idle_seconds_left: null,
  locale: null,
  organization_locale: null,
} as const

function signedInAs(landingRole: Role): Session {
  return { status: 'signed-in', user: { ...user, role: landingRole }, landingRole }
}

const dashboards = ['employee', 'team', 'admin'] as const

describe('a signed-out user', () => {
  test.each(['app', 'dashboard', ...dashboards] as const)(
    'is redirected from %s to the sign-in form',
    { tags: ['R026', 'R031', 'R032', 'R033', 'R040'] },
    (route) => {
      expect(redirectOf({ status: 'signed-out' }, route)).toBe('login')
    },
  )

  test('may stay at the sign-in form', { tags: ['R024'] }, () => {
    expect(redirectOf({ status: 'signed-out' }, 'login')).toBeUndefined()
  })
})

describe('a signed-in user', () => {
  test.each([
    ['super_admin', 'admin'],
    ['team_lead', 'team'],
    ['employee', 'employee'],
  ] as const)(
    'as %s lands on %s',
    { tags: ['R025', 'R027', 'R028', 'R029', 'R039'] },
    (role, screen) => {
      for (const entrance of ['login', 'app', 'dashboard'] as const) {
        expect(redirectOf(signedInAs(role), entrance)).toBe(screen)
      }
    },
  )

  test.each(dashboards)('as employee may stay on %s, because the server decides', (screen) => {
    expect(redirectOf(signedInAs('employee'), screen)).toBeUndefined()
  })
})

test('there is no redirect while a stored token is checked', () => {
  expect(redirectOf({ status: 'checking' }, 'employee')).toBeUndefined()
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
