// What it is for: users: their records, imports and invitations, and all that follows when one changes.
// What it may import: core, database, http, audit, flags, mail, organizations, risk, sign-in, webhooks.
// Where to start reading: change-user.ts.

export { addUser } from './add-user.ts'
export { changeUser } from './change-user.ts'
export { exportUsers } from './export-users.ts'
export { importUsers } from './import/import-users.ts'
export { listUsers } from './list-users.ts'
export { lockUser, lockUsers } from './locked-user.ts'
export { correctOwnUser } from './own/correct-own-user.ts'
export { inviteOwnUsers } from './own/invite-own-users.ts'
export { listOwnUsers } from './own/list-own-users.ts'
export { sendOwnInvitation, withdrawOwnInvitation } from './own/own-invitations.ts'
export { resetFactorsOfOwnUser } from './own/reset-factors-of-own-user.ts'
export { setOwnUserStatus } from './own/set-own-user-status.ts'
export { removeUser } from './remove-user.ts'
export { resetFactorsOfUser } from './reset-factors-of-user.ts'
export { saveUser } from './save-user.ts'
export { setUserStatus } from './set-user-status.ts'
export { showUser } from './show-user.ts'
export { requireFree } from './taken.ts'
export type { Changer } from './user-change.ts'
export { acceptUsername } from './username-rules.ts'
