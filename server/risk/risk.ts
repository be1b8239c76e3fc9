// Purpose: the risk of users and organizations, from the mail that they got.
// May import: core, database, http, flags, organizations.
// Start reading: risk-score.ts.

export { pointsOf, riskOf, riskScore, weekOf } from './risk-score.ts'
export { showRisk } from './show-risk.ts'
export { addOrganizationTotals, addTotals, readTotals } from './totals.ts'
