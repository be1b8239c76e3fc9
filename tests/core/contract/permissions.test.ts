import { expect, test } from 'vitest'
import { can, mayUse, type Permission, roles } from '../../../contract/core/permissions.ts'

const everyone = ['employee', 'team_lead', 'super_admin']
const operator = ['super_admin']

test.each<[Permission, string[]]>([
  ['view:own', everyone],
  ['view:team', ['team_lead', 'super_admin']],
  ['view:admin', operator],
  ['manage:flags', everyone],
  ['manage:users', operator],
  ['manage:organizations', operator],
  ['manage:receipts', operator],
  ['manage:own-organization', []],
])('%s is for %j', { tags: ['R337', 'R338', 'R339'] }, (permission, allowed) => {
  expect(roles.filter((role) => can(role, permission))).toEqual(allowed)
})

test('manage:own-organization is for team leads who have been given it', () => {
  for (const role of roles) {
    const holder = { role, manages_organization: true }
    expect(mayUse(holder, 'manage:own-organization')).toBe(role === 'team_lead')
    expect(mayUse({ role }, 'manage:own-organization')).toBe(false)
    // It adds nothing else.
    expect(mayUse(holder, 'manage:users')).toBe(can(role, 'manage:users'))
  }
})
