// What it is for: what an admin should look at first: silent gateways, unusual weeks, daily counts.
// What it may import: core, database, http, emails, gateways, organizations, sign-in, team.
// Where to start reading: show-attention.ts.

export { showAttention } from './show-attention.ts'
export { showDailyCounts } from './show-daily-counts.ts'
export { showOrganizationThreats } from './show-organization-threats.ts'
