// Purpose: what users write to the support team.
// May import: core, database, http, audit, mail.
// Start reading: support-request.ts.

export { linesAbout, supportRequest } from './support-request.ts'
