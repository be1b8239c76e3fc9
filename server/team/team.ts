// What it is for: what team leads see of their members.
// What it may import: core, database, http, emails, organizations, risk.
// Where to start reading: team-dashboard.ts.

export { findAttacked } from './attacked-members.ts'
export { showMember } from './show-member.ts'
export { showTeamReport } from './show-team-report.ts'
export { teamDashboard } from './team-dashboard.ts'
