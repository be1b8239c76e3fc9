// Purpose: mail that Aman sends: the queue, notices and transport.
// May import: core, database, http.
// Start reading: queue.ts.

export { localeOfUser } from './locale-of.ts'
export { noticeNewBrowser } from './new-browser.ts'
export type { Notice } from './notice-text.ts'
export { type OutgoingMail, queueMail } from './queue.ts'
export { queueNotice } from './queue-notice.ts'
export { keepReplacedEmail, recentEmails } from './replaced-emails.ts'
