// Purpose: what team leads see of their members.
// May import: core, database, http, audit, emails, judge, organizations, risk.
// Start reading: team-dashboard.ts.

export { closeRequest, findWaitingRequests, listSupportRequests } from './requests.ts'
export { showMember } from './show-member.ts'
export { findAttacked, showTeamReport } from './show-team-report.ts'
export { teamDashboard } from './team-dashboard.ts'
