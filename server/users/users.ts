// Purpose: users: their records, imports and invitations, and all that follows when one changes.
// May import: core, database, http, audit, flags, judge, mail, mailboxes, organizations, risk, sign-in, webhooks.
// Start reading: change/change-user.ts.

export { addUser } from './change/add-user.ts'
export { changeUser } from './change/change-user.ts'
export { lockUser, lockUsers } from './change/locked-user.ts'
export { requireFree } from './change/taken.ts'
export type { Changer } from './change/user-change.ts'
export { acceptUsername } from './change/username-rules.ts'
export { correctOwnUser } from './correct-own-user.ts'
export { exportUsers } from './export-users.ts'
export { importUsers } from './import/import-users.ts'
export { inviteOwnUsers } from './invite-own-users.ts'
export { listOwnUsers } from './list-own-users.ts'
export { listUsers } from './list-users.ts'
export { sendOwnInvitation, withdrawOwnInvitation } from './own-invitations.ts'
export { removeUser } from './remove-user.ts'
export { resetFactorsOfOwnUser, resetFactorsOfUser } from './reset-factors.ts'
export { saveUser } from './save-user.ts'
export { setOwnUserStatus, setUserStatus } from './set-user-status.ts'
export { showUser } from './show-user.ts'
