// What it is for: what users write to the support team.
// What it may import: core, database, http, audit, mail.
// Where to start reading: support-request.ts.

export { linesAbout } from './lines-about.ts'
export { supportRequest } from './support-request.ts'
