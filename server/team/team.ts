// Purpose: what team leads see of their members.
// May import: core, database, http, emails, organizations, risk.
// Start reading: team-dashboard.ts.

export { findAttacked } from './attacked-members.ts'
export { showMember } from './show-member.ts'
export { showTeamReport } from './show-team-report.ts'
export { teamDashboard } from './team-dashboard.ts'
