import { expect, test } from 'vitest'
import { adminAuditEndpoint } from '../../../src/lib/contract/admin-audit.ts'
import { adminDashboardEndpoint } from '../../../src/lib/contract/admin-dashboard.ts'
import { adminOrganizationsEndpoint } from '../../../src/lib/contract/admin-organizations.ts'
import { adminOrganizationsSaveEndpoint } from '../../../src/lib/contract/admin-organizations-save.ts'
import { adminReceiptEndpoint } from '../../../src/lib/contract/admin-receipt.ts'
import { adminUsersEndpoint } from '../../../src/lib/contract/admin-users.ts'
import { adminUsersRemoveEndpoint } from '../../../src/lib/contract/admin-users-remove.ts'
import { adminUsersSaveEndpoint } from '../../../src/lib/contract/admin-users-save.ts'
import { consentEndpoint } from '../../../src/lib/contract/consent.ts'
import { employeeDashboardEndpoint } from '../../../src/lib/contract/employee-dashboard.ts'
import { flagsAddEndpoint } from '../../../src/lib/contract/flags-add.ts'
import { flagsEvidenceEndpoint } from '../../../src/lib/contract/flags-evidence.ts'
import { flagsListEndpoint } from '../../../src/lib/contract/flags-list.ts'
import { flagsRemoveEndpoint } from '../../../src/lib/contract/flags-remove.ts'
import { healthEndpoint } from '../../../src/lib/contract/health.ts'
import { loginEndpoint } from '../../../src/lib/contract/login.ts'
import { logoutEndpoint } from '../../../src/lib/contract/logout.ts'
import { meEndpoint } from '../../../src/lib/contract/me.ts'
import { policyEndpoint } from '../../../src/lib/contract/policy.ts'
import { readyEndpoint } from '../../../src/lib/contract/ready.ts'
import { scansEndpoint } from '../../../src/lib/contract/scans.ts'
import { supportRequestEndpoint } from '../../../src/lib/contract/support-request.ts'
import { teamDashboardEndpoint } from '../../../src/lib/contract/team-dashboard.ts'

test.each([
  [adminAuditEndpoint, 'GET', '/admin/audit', 'view:admin'],
  [adminDashboardEndpoint, 'GET', '/admin/dashboard', 'view:admin'],
  [adminOrganizationsSaveEndpoint, 'POST', '/admin/organizations/detailed', 'manage:organizations'],
  [adminOrganizationsEndpoint, 'GET', '/admin/organizations', 'view:admin'],
  [
    adminReceiptEndpoint,
    'POST',
    '/admin/generate-receipt/:organization_id/:year/:month',
    'manage:receipts',
  ],
  [adminUsersRemoveEndpoint, 'DELETE', '/admin/users/:id', 'manage:users'],
  [adminUsersSaveEndpoint, 'POST', '/admin/users/detailed', 'manage:users'],
  [adminUsersEndpoint, 'GET', '/admin/users', 'view:admin'],
  [consentEndpoint, 'POST', '/users/consent', 'signed-in'],
  [employeeDashboardEndpoint, 'GET', '/dashboard/employee', 'view:own'],
  [flagsAddEndpoint, 'POST', '/flags/add', 'manage:flags'],
  [flagsEvidenceEndpoint, 'GET', '/flags/evidence', 'manage:flags'],
  [flagsListEndpoint, 'GET', '/flags/list', 'manage:flags'],
  [flagsRemoveEndpoint, 'DELETE', '/flags/remove/:id', 'manage:flags'],
  [healthEndpoint, 'GET', '/health', 'public'],
  [loginEndpoint, 'POST', '/auth/login', 'public'],
  [logoutEndpoint, 'POST', '/auth/logout', 'signed-in'],
  [meEndpoint, 'GET', '/auth/me', 'signed-in'],
  [policyEndpoint, 'GET', '/privacy-policy', 'public'],
  [readyEndpoint, 'GET', '/ready', 'public'],
  [scansEndpoint, 'POST', '/scans', 'gateway'],
  [supportRequestEndpoint, 'POST', '/team/support-request', 'view:team'],
  [teamDashboardEndpoint, 'GET', '/dashboard/team', 'view:team'],
])(
  'each call has the method and the path of the specification, and who may make it: %#',
  (endpoint, method, path, access) => {
    expect(endpoint).toMatchObject({ method, path, access })
  },
)
