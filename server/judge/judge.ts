// Purpose: Aman's own judge: threads that run it, what organizations know, its words, POST /analyses.
// May import: core, database, http, audit.
// Start reading: analyse-mail.ts, then ask.ts.

export { analyseMail } from './analyse-mail.ts'
export {
  type AskJudge,
  createJudge,
  judgeFailures,
  judgeHealth,
  waitingAnalyses,
} from './ask.ts'
export {
  addCorrespondents,
  correspondentsIn,
  deleteOldCorrespondents,
  removeCorrespondents,
  removeCorrespondentsOf,
} from './correspondents.ts'
export {
  countJudged,
  countOpinion,
  type JudgedOnDay,
  type JudgeLevel,
  judgedAs,
} from './judge-counts.ts'
export { findUndecidedJudges, readJudgeSettings, setJudge, showJudge } from './judge-settings.ts'
export { reasonIn } from './reason-words.ts'
export { runningThreads } from './threads.ts'
