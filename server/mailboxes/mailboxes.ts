// Purpose: mailboxes that Aman watches by IMAP: their servers, new mail, and what happens to it.
// May import: core, database, http, audit, emails, flags, judge, mail, organizations, sign-in.
// Start reading: own-mailbox.ts, then watch/worker.ts.

export {
  findFailingMailboxes,
  findRefusedCredentials,
  hasFailingMailbox,
  lacksMailbox,
  mailboxColumn,
} from './connections.ts'
export { findMailServer } from './find-mail-server.ts'
export { inviteOwnToMailboxes, inviteToMailboxes } from './invite-to-mailboxes.ts'
export {
  findCredentialServer,
  keepMailboxCredential,
  removeMailboxCredential,
  retryMailboxCredential,
  showMailboxCredential,
} from './mailbox-credential.ts'
export {
  changeMailbox,
  connectMailbox,
  disconnectMailbox,
  moveBack,
} from './own-mailbox.ts'
export { showMailbox } from './show-mailbox.ts'
export { beginMailboxSignIn, finishMailboxSignIn } from './sign-in-mailbox.ts'
