// What it is for: the risk of users and organizations, from the mail that they got.
// What it may import: core, database, http, flags, organizations.
// Where to start reading: risk-score.ts.

export { pointsOf, riskOf, riskScore } from './risk-score.ts'
export { showRisk } from './show-risk.ts'
export { addOrganizationTotals, addTotals, readTotals } from './totals.ts'
