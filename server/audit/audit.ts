// Purpose: the audit trail of who did what, and limits on how often a user may ask for something.
// May import: core, database, http.
// Start reading: record.ts.

export { exportAudit } from './export-audit.ts'
export { listAudit } from './list-audit.ts'
export { type Actor, actorOf, operator, recordAct } from './record.ts'
export { requireFewRequests } from './request-limit.ts'
