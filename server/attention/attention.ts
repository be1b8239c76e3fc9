// Purpose: what an admin should look at first: silent gateways, unusual weeks, daily counts.
// May import: core, database, http, emails, gateways, judge, mailboxes, organizations, sign-in, team.
// Start reading: show-attention.ts.

export { showAttention, showDailyCounts, showOrganizationThreats } from './show-attention.ts'
