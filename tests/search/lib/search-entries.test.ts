import * as v from 'valibot'
import { afterEach, expect, test, vi } from 'vitest'
import { meEndpoint } from '../../../contract/account/me.ts'
import { adminAddress, entriesOf } from '../../../src/lib/search/search-entries.ts'
import type { Capability } from '../../../src/lib/sign-in/capabilities.ts'

afterEach(() => vi.unstubAllGlobals())

/** What is shown of each entry, with where it leads. */
function shown(user: object, ...capabilities: readonly Capability[]): string[] {
  const made = v.parse(meEndpoint.output, { id: 1, ...user })
  return entriesOf(made, new Set(capabilities)).map(({ group, label, detail, choose }) => {
    const place = 'href' in choose ? choose.href : 'runs'
    return `${group}: ${label}${detail === undefined ? '' : ` (${detail})`} ${place}`
  })
}

const ofEmployee = [
  'screens: My Dashboard /dashboard/employee',
  'screens: All messages (My Dashboard) /dashboard/employee?view=messages',
  'screens: Flags (My Dashboard) /dashboard/employee?tab=flags',
  'actions: Add a flag (My Dashboard) /dashboard/employee?tab=flags',
  'actions: Sign out runs',
]

test('an employee finds the own screen, its tabs and what to do there', () => {
  expect(shown({ role: 'employee' })).toEqual(ofEmployee)
})

test('what the backend does not have is not found', () => {
  const without = shown({ role: 'super_admin' })
  const added = (...capabilities: readonly Capability[]) =>
    shown({ role: 'super_admin' }, ...capabilities).filter((entry) => !without.includes(entry))
  expect(added('mail-checks')).toEqual([
    'actions: Check a mail (My Dashboard) /dashboard/employee?open=check',
  ])
  expect(added('activity')).toEqual([
    'screens: Activity (Admin Dashboard) /dashboard/admin?view=activity',
  ])
})

test('a user with an account of its own finds it', () => {
  expect(shown({ role: 'employee', has_own_account: true })).toContain(
    'screens: My account /dashboard/account',
  )
})

test('a team lead finds the tools of the team, and with the right to it also the people', () => {
  const ofLead = shown({ role: 'team_lead' })
  expect(ofLead).toEqual(expect.arrayContaining(ofEmployee))
  expect(ofLead).toContain('screens: Team Tools (Team Dashboard) /dashboard/team?tab=tools')
  expect(ofLead.join()).not.toMatch(/people|admin|invite/i)
  expect(shown({ role: 'team_lead', manages_organization: true })).toContain(
    'actions: Invite people (People) /dashboard/people',
  )
})

test('a super admin finds all users and organizations, and adds to them', () => {
  expect(shown({ role: 'super_admin' })).toEqual(
    expect.arrayContaining([
      'screens: All users (Admin Dashboard) /dashboard/admin?tab=users',
      'screens: All organizations (Admin Dashboard) /dashboard/admin?tab=organizations',
      'actions: Add a user (Admin Dashboard) /dashboard/admin?tab=users&open=new',
      'actions: Add an organization (Admin Dashboard) /dashboard/admin?tab=organizations&open=new',
    ]),
  )
})

test('no two entries have the same key', () => {
  const user = v.parse(meEndpoint.output, { id: 1, role: 'super_admin', has_own_account: true })
  const keys = entriesOf(user, new Set(['activity', 'mail-checks'])).map(({ key }) => key)
  expect(new Set(keys).size).toBe(keys.length)
})

test('a found organization or user is opened in its table', () => {
  expect(adminAddress('users', 7)).toBe('/dashboard/admin?tab=users&open=7')
  expect(adminAddress('organizations', 'a&b')).toBe('/dashboard/admin?tab=organizations&open=a%26b')
})
