// What it is for: mail that Aman sends: the queue, notices and transport.
// What it may import: core, database, http.
// Where to start reading: queue.ts.

export { localeOfUser } from './locale-of.ts'
export { noticeNewBrowser } from './notices/new-browser.ts'
export type { Notice } from './notices/notice.ts'
export { queueNotice } from './notices/queue-notice.ts'
export { keepReplacedEmail, recentEmails } from './notices/replaced-emails.ts'
export { type OutgoingMail, queueMail } from './queue.ts'
