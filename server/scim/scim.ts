// Purpose: users and groups that an identity provider manages.
// May import: core, database, http, audit, organizations, sign-in, users.
// Start reading: write-users.ts.

export { addScimToken, removeScimToken, saveScim, showScim } from './admin-scim.ts'
