// Purpose: what team leads see of their members.
// May import: core, database, http, audit, emails, judge, organizations, risk.
// Start reading: team-dashboard.ts.

export { findAttacked } from './attacked-members.ts'
export { closeRequest } from './close-request.ts'
export { listSupportRequests } from './list-support-requests.ts'
export { findWaitingRequests } from './requests.ts'
export { showMember } from './show-member.ts'
export { showTeamReport } from './show-team-report.ts'
export { teamDashboard } from './team-dashboard.ts'
