import * as v from 'valibot'
import { afterEach, expect, test, vi } from 'vitest'
import { meEndpoint } from '../../../contract/account/me.ts'
import { entriesOf } from '../../../src/lib/search/search-entries.ts'
import type { Capability } from '../../../src/lib/sign-in/capabilities.ts'

afterEach(() => vi.unstubAllGlobals())

/** The visible part of each entry, with where it leads. */
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

test('a team lead finds the tools of the team, and with the right to it also the people', () => {
  const ofLead = shown({ role: 'team_lead' })
  expect(ofLead).toEqual(expect.arrayContaining(ofEmployee))
  expect(ofLead).toContain('screens: Team Tools (Team Dashboard) /dashboard/team?tab=tools')
  expect(ofLead.join()).not.toMatch(/people|admin|invite/i)
  expect(shown({ role: 'team_lead', manages_organization: true })).toContain(
    'actions: Invite people (People) /dashboard/people',
  )
})
