// Purpose: the audit trail of who did what, and limits on how often a user may ask for something.
// May import: core, database, http.
// Start reading: record.ts.

export { exportAudit, listAudit } from './export-audit.ts'
export { type Actor, actorOf, operator, recordAct, requireFewRequests } from './record.ts'
