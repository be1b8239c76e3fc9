import { expect, test } from 'vitest'
import { adminAuditEndpoint } from '../../contract/endpoints/admin-audit.ts'
import { adminDashboardEndpoint } from '../../contract/endpoints/admin-dashboard.ts'
import { adminOrganizationsEndpoint } from '../../contract/endpoints/admin-organizations.ts'
import { adminOrganizationsSaveEndpoint } from '../../contract/endpoints/admin-organizations-save.ts'
import { adminReceiptEndpoint } from '../../contract/endpoints/admin-receipt.ts'
import { adminUsersEndpoint } from '../../contract/endpoints/admin-users.ts'
import { adminUsersRemoveEndpoint } from '../../contract/endpoints/admin-users-remove.ts'
import { adminUsersSaveEndpoint } from '../../contract/endpoints/admin-users-save.ts'
import { consentEndpoint } from '../../contract/endpoints/consent.ts'
import { employeeDashboardEndpoint } from '../../contract/endpoints/employee-dashboard.ts'
import { flagsAddEndpoint } from '../../contract/endpoints/flags-add.ts'
import { flagsEvidenceEndpoint } from '../../contract/endpoints/flags-evidence.ts'
import { flagsListEndpoint } from '../../contract/endpoints/flags-list.ts'
import { flagsRemoveEndpoint } from '../../contract/endpoints/flags-remove.ts'
import { healthEndpoint } from '../../contract/endpoints/health.ts'
import { mailChecksEndpoint } from '../../contract/endpoints/mail-checks.ts'
import { mailReportsEndpoint } from '../../contract/endpoints/mail-reports.ts'
import { meEndpoint } from '../../contract/endpoints/me.ts'
import { messagesEndpoint } from '../../contract/endpoints/messages.ts'
import { policyEndpoint } from '../../contract/endpoints/policy.ts'
import { readyEndpoint } from '../../contract/endpoints/ready.ts'
import { rspamdFlagsEndpoint } from '../../contract/endpoints/rspamd-flags.ts'
import { scansEndpoint } from '../../contract/endpoints/scans.ts'
import { signInEndpoint } from '../../contract/endpoints/sign-in.ts'
import { signOutEndpoint } from '../../contract/endpoints/sign-out.ts'
import { supportRequestEndpoint } from '../../contract/endpoints/support-request.ts'
import { teamDashboardEndpoint } from '../../contract/endpoints/team-dashboard.ts'

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
  [signInEndpoint, 'POST', '/auth/login', 'public'],
  [signOutEndpoint, 'POST', '/auth/logout', 'signed-in'],
  [meEndpoint, 'GET', '/auth/me', 'signed-in'],
  [policyEndpoint, 'GET', '/privacy-policy', 'public'],
  [readyEndpoint, 'GET', '/ready', 'public'],
  [scansEndpoint, 'POST', '/scans', 'gateway'],
  [rspamdFlagsEndpoint, 'GET', '/rspamd/flags/:flag_type', 'flag-gateway'],
  [supportRequestEndpoint, 'POST', '/team/support-request', 'view:team'],
  [mailChecksEndpoint, 'POST', '/mail-checks', 'view:own'],
  [mailReportsEndpoint, 'POST', '/mail-reports', 'view:own'],
  [messagesEndpoint, 'GET', '/messages', 'view:own'],
  [teamDashboardEndpoint, 'GET', '/dashboard/team', 'view:team'],
])(
  'each call has the method, path and permission of the specification: %#',
  (endpoint, method, path, access) => {
    expect(endpoint).toMatchObject({ method, path, access })
  },
)
