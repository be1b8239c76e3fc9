/* One chunk for what opens from the list: the name of each chunk is a part of the screen's first code. */
export { InviteToMailboxes } from '../mailboxes/InviteToMailboxes.tsx'
export { InviteModal } from './InviteModal.tsx'
export { OwnUserModal } from './OwnUserModal.tsx'
export { PeopleTools, SendAgainToAll } from './PeopleTools.tsx'
