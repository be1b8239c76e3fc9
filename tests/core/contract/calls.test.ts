import { expect, test } from 'vitest'
import { consentEndpoint } from '../../../contract/account/consent.ts'
import { meEndpoint } from '../../../contract/account/me.ts'
import { adminAuditEndpoint } from '../../../contract/audit/admin-audit.ts'
import { healthEndpoint } from '../../../contract/core/health.ts'
import { readyEndpoint } from '../../../contract/core/ready.ts'
import { employeeDashboardEndpoint } from '../../../contract/emails/employee-dashboard.ts'
import { mailChecksEndpoint } from '../../../contract/emails/mail-checks.ts'
import { mailReportsEndpoint } from '../../../contract/emails/mail-reports.ts'
import { messagesEndpoint } from '../../../contract/emails/messages.ts'
import { scansEndpoint } from '../../../contract/emails/scans.ts'
import { flagsAddEndpoint } from '../../../contract/flags/flags-add.ts'
import { flagsEvidenceEndpoint } from '../../../contract/flags/flags-evidence.ts'
import { flagsListEndpoint } from '../../../contract/flags/flags-list.ts'
import { flagsRemoveEndpoint } from '../../../contract/flags/flags-remove.ts'
import { rspamdFlagsEndpoint } from '../../../contract/gateways/rspamd-flags.ts'
import { adminDashboardEndpoint } from '../../../contract/organizations/admin-dashboard.ts'
import { adminOrganizationsEndpoint } from '../../../contract/organizations/admin-organizations.ts'
import { adminOrganizationsSaveEndpoint } from '../../../contract/organizations/admin-organizations-save.ts'
import { policyEndpoint } from '../../../contract/policy/policy.ts'
import { adminReceiptEndpoint } from '../../../contract/receipts/admin-receipt.ts'
import { signInEndpoint } from '../../../contract/sign-in/sign-in.ts'
import { signOutEndpoint } from '../../../contract/sign-in/sign-out.ts'
import { supportRequestEndpoint } from '../../../contract/support-requests/support-request.ts'
import { teamDashboardEndpoint } from '../../../contract/team/team-dashboard.ts'
import { adminUsersEndpoint } from '../../../contract/users/admin-users.ts'
import { adminUsersRemoveEndpoint } from '../../../contract/users/admin-users-remove.ts'
import { adminUsersSaveEndpoint } from '../../../contract/users/admin-users-save.ts'

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
