import { consent } from './accounts/consent.ts'
import { listUsers } from './accounts/list.ts'
import { me } from './accounts/me.ts'
import { removeUser } from './accounts/remove-user.ts'
import { saveUser } from './accounts/save-user.ts'
import { extendSession, showSession } from './accounts/session-end.ts'
import { signIn } from './accounts/sign-in.ts'
import { signOut } from './accounts/sign-out.ts'
import { listAudit } from './audit/list.ts'
import type { Services } from './core/services.ts'
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
import { policy } from './policy/policy.ts'
import { generateReceipt } from './receipts/generate-receipt.ts'
import { reportScans } from './scans/report.ts'
import { supportRequest } from './support/support-request.ts'

/** Every call of the server. */
export function bindCalls(services: Services): readonly Binding[] {
  return [
    health(services),
    ready(services),
    signIn(services),
    me(services),
    showSession(services),
    extendSession(services),
    signOut(services),
    consent(services),
    policy(services),
    employeeDashboard(services),
    teamDashboard(services),
    adminDashboard(services),
    listFlags(services),
    flagEvidence(services),
    addFlag(services),
    removeFlag(services),
    listUsers(services),
    saveUser(services),
    removeUser(services),
    listOrganizations(services),
    saveOrganization(services),
    listAudit(services),
    reportScans(services),
    generateReceipt(services),
    supportRequest(services),
  ]
}
