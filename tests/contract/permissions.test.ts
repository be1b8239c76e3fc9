import { expect, test } from 'vitest'
import { can, type Permission, roles } from '../../contract/permissions.ts'

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
])('%s is for %j', { tags: ['R337', 'R338', 'R339'] }, (permission, allowed) => {
  expect(roles.filter((role) => can(role, permission))).toEqual(allowed)
})
