import { expect, test } from 'vitest'
import { consentEndpoint } from '../../../contract/account/consent.ts'
import { meEndpoint } from '../../../contract/account/me.ts'
import { listAuditEndpoint } from '../../../contract/audit/list-audit.ts'
import { healthEndpoint } from '../../../contract/core/health.ts'
import { readyEndpoint } from '../../../contract/core/ready.ts'
import { checkMailEndpoint } from '../../../contract/emails/check-mail.ts'
import { employeeDashboardEndpoint } from '../../../contract/emails/employee-dashboard.ts'
import { listMessagesEndpoint } from '../../../contract/emails/list-messages.ts'
import { reportMailEndpoint } from '../../../contract/emails/report-mail.ts'
import { reportScansEndpoint } from '../../../contract/emails/report-scans.ts'
import { addFlagEndpoint } from '../../../contract/flags/add-flag.ts'
import { listFlagsEndpoint } from '../../../contract/flags/list-flags.ts'
import { removeFlagEndpoint } from '../../../contract/flags/remove-flag.ts'
import { showFlagEvidenceEndpoint } from '../../../contract/flags/show-flag-evidence.ts'
import { rspamdFlagsEndpoint } from '../../../contract/gateways/rspamd-flags.ts'
import { analyseMailEndpoint } from '../../../contract/judge/analyse-mail.ts'
import { adminDashboardEndpoint } from '../../../contract/organizations/admin-dashboard.ts'
import { listOrganizationsEndpoint } from '../../../contract/organizations/list-organizations.ts'
import { saveOrganizationEndpoint } from '../../../contract/organizations/save-organization.ts'
import { policyEndpoint } from '../../../contract/policy/policy.ts'
import { generateReceiptEndpoint } from '../../../contract/receipts/generate-receipt.ts'
import { signInWithPasswordEndpoint } from '../../../contract/sign-in/sign-in-with-password.ts'
import { signOutEndpoint } from '../../../contract/sign-in/sign-out.ts'
import { supportRequestEndpoint } from '../../../contract/support-requests/support-request.ts'
import { teamDashboardEndpoint } from '../../../contract/team/team-dashboard.ts'
import { listUsersEndpoint } from '../../../contract/users/list-users.ts'
import { removeUserEndpoint } from '../../../contract/users/remove-user.ts'
import { saveUserEndpoint } from '../../../contract/users/save-user.ts'

test.each([
  [listAuditEndpoint, 'GET', '/admin/audit', 'view:admin'],
  [adminDashboardEndpoint, 'GET', '/admin/dashboard', 'view:admin'],
  [saveOrganizationEndpoint, 'POST', '/admin/organizations/detailed', 'manage:organizations'],
  [listOrganizationsEndpoint, 'GET', '/admin/organizations', 'view:admin'],
  [
    generateReceiptEndpoint,
    'POST',
    '/admin/generate-receipt/:organization_id/:year/:month',
    'manage:receipts',
  ],
  [removeUserEndpoint, 'DELETE', '/admin/users/:id', 'manage:users'],
  [saveUserEndpoint, 'POST', '/admin/users/detailed', 'manage:users'],
  [listUsersEndpoint, 'GET', '/admin/users', 'view:admin'],
  [consentEndpoint, 'POST', '/users/consent', 'signed-in'],
  [employeeDashboardEndpoint, 'GET', '/dashboard/employee', 'view:own'],
  [addFlagEndpoint, 'POST', '/flags/add', 'manage:flags'],
  [showFlagEvidenceEndpoint, 'GET', '/flags/evidence', 'manage:flags'],
  [listFlagsEndpoint, 'GET', '/flags/list', 'manage:flags'],
  [removeFlagEndpoint, 'DELETE', '/flags/remove/:id', 'manage:flags'],
  [healthEndpoint, 'GET', '/health', 'public'],
  [signInWithPasswordEndpoint, 'POST', '/auth/login', 'public'],
  [signOutEndpoint, 'POST', '/auth/logout', 'signed-in'],
  [meEndpoint, 'GET', '/auth/me', 'signed-in'],
  [policyEndpoint, 'GET', '/privacy-policy', 'public'],
  [readyEndpoint, 'GET', '/ready', 'public'],
  [reportScansEndpoint, 'POST', '/scans', 'gateway'],
  [rspamdFlagsEndpoint, 'GET', '/rspamd/flags/:flag_type', 'flag-gateway'],
  [analyseMailEndpoint, 'POST', '/analyses', 'analysing-gateway'],
  [supportRequestEndpoint, 'POST', '/team/support-request', 'view:team'],
  [checkMailEndpoint, 'POST', '/mail-checks', 'view:own'],
  [reportMailEndpoint, 'POST', '/mail-reports', 'view:own'],
  [listMessagesEndpoint, 'GET', '/messages', 'view:own'],
  [teamDashboardEndpoint, 'GET', '/dashboard/team', 'view:team'],
])(
  'each call has the method, path and permission of the specification: %#',
  (endpoint, method, path, access) => {
    expect(endpoint).toMatchObject({ method, path, access })
  },
)
