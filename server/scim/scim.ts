// What it is for: users and groups that an identity provider manages.
// What it may import: core, database, http, audit, organizations, sign-in, users.
// Where to start reading: write-users.ts.

export { addScimToken, removeScimToken, saveScim, showScim } from './admin-scim.ts'
