// Purpose: mail that Aman sends: the queue, notices and transport.
// May import: core, database, http.
// Start reading: queue.ts.

export { noticeNewBrowser } from './new-browser.ts'
export type { Notice } from './notice-text.ts'
export { localeOfUser } from './notice-text.ts'
export { type OutgoingMail, queueMail, queueNotice } from './queue.ts'
export { keepReplacedEmail, recentEmails } from './replaced-emails.ts'
