import { expect, test } from 'vitest'
import { earlyCallsOf } from '../../../src/lib/core/navigation/early-calls.ts'

const dashboard = ['/api/admin/dashboard', '/api/admin/users?sort=name&limit=50']
const admin = [...dashboard, '/api/admin/organizations?sort=name&limit=50']
const own = ['/api/flags/list']

test.each([
  ['employee', { overview: ['/api/dashboard/employee'], flags: own }],
  ['employee', { '?view=messages': ['/api/messages?limit=50'], '?view=risk': ['/api/risk'] }],
  [
    'team',
    {
      overview: ['/api/dashboard/team'],
      tools: ['/api/team/support-requests'],
      flags: own,
      '?view=report': [],
    },
  ],
  ['admin', { overview: admin, users: admin, organizations: admin, flags: own }],
  ['admin', { '?view=activity': ['/api/admin/audit?limit=50'], '?view=organization': [] }],
  ['admin', { '?view=webhooks': ['/api/admin/webhooks'] }],
  ['people', { overview: ['/api/organization', '/api/organization/users?limit=500'] }],
  ['account', { overview: ['/api/account/sessions', '/api/account/mailbox'] }],
] as const)('a page of %s asks for the session, and then for %j', (screen, expected) => {
  const early = new Map(earlyCallsOf(screen).map(({ at, urls }) => [at, urls]))
  for (const [at, urls] of Object.entries(expected)) {
    expect(early.get(at), at).toEqual(['/api/auth/me', ...urls])
  }
})

test('every tab and every view of a screen is in the address of exactly one entry', () => {
  expect(earlyCallsOf('team').map(({ at }) => at)).toEqual([
    'overview',
    'tools',
    'flags',
    '?view=report',
  ])
})
