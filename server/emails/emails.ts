// Purpose: judged emails: reports of gateways, kept mail, messages, checks and what users report.
// May import: core, database, http, audit, flags, judge, mail, risk, support-requests, webhooks.
// Start reading: report-scans.ts, then judged-mail.ts.

export { checkMail } from './checks/check-mail.ts'
export { firstDay, readDaysOf, readDaysOfAll } from './daily-counts.ts'
export { employeeDashboard } from './employee-dashboard.ts'
export { type AddressedScan, type JudgedMail, judgeMail } from './judged-mail.ts'
export { cut, keepMail, type ReplacedMail, riskOfMail, subjectLine } from './keep-mail.ts'
export { listMessages } from './messages/list-messages.ts'
export { showOneMessage } from './messages/show-one-message.ts'
export { countUnplaced, type NoPlace, placeScans } from './place-scans.ts'
export { findRecipients } from './recipients.ts'
export { keepWatchedMail, sortRepeats } from './repeats.ts'
export { reportScans } from './report-scans.ts'
export { findAnswers, mailAnswer } from './reports/answers.ts'
export { reportKnownMail, showKnownMail } from './reports/known-mail.ts'
export { readersOfRequests, reportMail, sayOpinion } from './reports/report-mail.ts'
export { explain, isStricter } from './sentences/explain.ts'
export {
  type FindingCode,
  isFinding,
  isJudged,
  type JudgedCode,
} from './sentences/kept-sentences.ts'
export { meaningOfAction, postponed, provingSymbols } from './sentences/level-table.ts'
export {
  codesIn,
  type KeptReasons,
  readIndicators,
  readReason,
  reasonColumns,
  sentenceIn,
} from './sentences/sentence.ts'
export type { Scan, Weakened } from './verdict.ts'
