// Purpose: mail that Aman sends: the queue, notices and transport.
// May import: core, database, http.
// Start reading: queue.ts.

export { keepReplacedEmail, noticeNewBrowser, recentEmails } from './new-browser.ts'
export { localeOfUser, type Notice } from './notice-text.ts'
export { type OutgoingMail, queueMail, queueNotice } from './queue.ts'
