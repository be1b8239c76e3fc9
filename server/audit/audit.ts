// What it is for: the audit trail of who did what, and limits on how often a user may ask for something.
// What it may import: core, database, http.
// Where to start reading: record.ts.

export { exportAudit } from './export-audit.ts'
export { listAudit } from './list-audit.ts'
export { type Actor, actorOf, operator, recordAct } from './record.ts'
export { requireFewRequests } from './request-limit.ts'
