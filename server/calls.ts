import { consent } from './accounts/consent.ts'
import { listUsers } from './accounts/list.ts'
import { login } from './accounts/login.ts'
import { logout } from './accounts/logout.ts'
import { me } from './accounts/me.ts'
import { removeUser } from './accounts/remove-user.ts'
import { saveUser } from './accounts/save-user.ts'
import { extendSession, showSession } from './accounts/session-end.ts'
import { listAudit } from './audit/list.ts'
import { adminDashboard } from './dashboards/admin.ts'
import { employeeDashboard } from './dashboards/employee.ts'
import { teamDashboard } from './dashboards/team.ts'
import { addFlag } from './flags/add.ts'
import { flagEvidence } from './flags/evidence.ts'
import { listFlags } from './flags/list.ts'
import { removeFlag } from './flags/remove.ts'
import type { Binding } from './http/bind.ts'
import { health } from './http/health.ts'
import { ready } from './http/ready.ts'
import { listOrganizations } from './organizations/list.ts'
import { saveOrganization } from './organizations/save.ts'
import type { Parts } from './parts.ts'
import { policy } from './policy/policy.ts'
import { generateReceipt } from './receipts/generate-receipt.ts'
import { reportScans } from './scans/report.ts'
import { supportRequest } from './support/support-request.ts'

/** Every call that the server answers. */
export function bindCalls(parts: Parts): readonly Binding[] {
  return [
    health(parts),
    ready(parts),
    login(parts),
    me(parts),
    showSession(parts),
    extendSession(parts),
    logout(parts),
    consent(parts),
    policy(parts),
    employeeDashboard(parts),
    teamDashboard(parts),
    adminDashboard(parts),
    listFlags(parts),
    flagEvidence(parts),
    addFlag(parts),
    removeFlag(parts),
    listUsers(parts),
    saveUser(parts),
    removeUser(parts),
    listOrganizations(parts),
    saveOrganization(parts),
    listAudit(parts),
    reportScans(parts),
    generateReceipt(parts),
    supportRequest(parts),
  ]
}
