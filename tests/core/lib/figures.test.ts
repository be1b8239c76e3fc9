import { safeParse } from 'valibot'
import { expect, test } from 'vitest'
import { kindOf } from '../../../build/figures/kinds.ts'
import { meEndpoint } from '../../../contract/account/me.ts'
import { employeeDashboardEndpoint } from '../../../contract/emails/employee-dashboard.ts'
import { adminDashboardEndpoint } from '../../../contract/organizations/admin-dashboard.ts'
import { listOrganizationsEndpoint } from '../../../contract/organizations/list-organizations.ts'
import { teamDashboardEndpoint } from '../../../contract/team/team-dashboard.ts'
import { listUsersEndpoint } from '../../../contract/users/list-users.ts'
import { hasRest } from '../../../src/lib/core/api/has-rest.ts'
import { fits } from '../../../src/lib/figures/paint.ts'

const threat = {
  id: 1,
  threat_level: 'safe',
  scan_details: { content_analysis: { indicators: [] } },
}
const answers = [
  [meEndpoint, { id: 1, username: 'salma', has_consented: true, locale: 'ar' }],
  [employeeDashboardEndpoint, { risk_score: 3, recent_phishing_emails: [threat] }],
  [teamDashboardEndpoint, { team_members: [{ id: 'a', risk_score: 3, last_login: null }] }],
  [
    adminDashboardEndpoint,
    { total_users: 3, attacks: { count: 1, attacked: [{ id: 1, name: 'Cedar', usual: 2 }] } },
  ],
  [listUsersEndpoint, [{ id: 1, username: 'salma', aliases: ['a@b.example'], is_active: true }]],
  [listUsersEndpoint, { users: [{ id: 1, full_name: 'Salma' }] }],
  [listOrganizationsEndpoint, { organizations: [{ id: 1, name: 'Cedar', employee_count: 3 }] }],
] as const

const values: readonly unknown[] = [
  'text',
  7,
  true,
  null,
  undefined,
  [],
  {},
  [1],
  ['a'],
  [[]],
  [{}],
]

/** Every answer that differs from a given one in one value. */
function* changed(value: unknown): Generator<unknown> {
  yield* values
  if (typeof value !== 'object' || value === null) return
  for (const [name, inner] of Object.entries(value)) {
    for (const other of changed(inner)) {
      yield Array.isArray(value) ? [other] : { ...value, [name]: other }
    }
  }
}

test('no answer that its schema refuses fits, and every one without surprises does', () => {
  let refused = 0
  for (const [{ output }, answer] of answers) {
    const kind = kindOf(output)
    expect(fits(kind, answer)).toBe(true)
    const fields: object = Reflect.get(output, 'entries') ?? {}
    const full = Array.isArray(answer)
      ? answer
      : { ...Object.fromEntries(Object.keys(fields).map((name) => [name, null])), ...answer }
    for (const given of changed(full)) {
      const isFine = safeParse(output, given).success
      if (!isFine) refused += 1
      expect(fits(kind, given), JSON.stringify(given)).toBe(isFine)
    }
  }
  expect(refused).toBeGreaterThan(100)
})

test.each([
  [null, false],
  ['</api/admin/users?cursor=a>; rel="next"', true],
  ['</api/admin/users>; rel="search"; found="3"; total="3"', false],
  [
    '</api/admin/users?cursor=a>; rel=next, </api/admin/users>; rel="search"; found="500"; total="500"',
    true,
  ],
  [
    '</api/admin/users?cursor=a>; rel="next", </api/admin/users>; rel="search"; found="501"; total="501"',
    false,
  ],
])('what is loaded after the first page of a list whose link is %s', (link, has) => {
  expect(hasRest(link)).toBe(has)
})
