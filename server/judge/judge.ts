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
export { forgetLearning, restoreLearning, setLearning } from './learning/change-learning.ts'
export { findDoubtedJudges } from './learning/doubts.ts'
export { mailLessonRetention, pendingRetention } from './learning/keep-pending.ts'
export { learnOnce } from './learning/learn-once.ts'
export { startLearner } from './learning/learner.ts'
export { lessonNames } from './learning/lesson.ts'
export { addMailLessons, removeMailLessons } from './learning/mail-lessons.ts'
export { markMail, markRetention, markSender } from './learning/marks.ts'
export { exportLearning, showLearning } from './learning/show-learning.ts'
export { reasonIn } from './reason-words.ts'
export { showBrowserKnowledge, showJudgeKnowledge } from './show-judge-knowledge.ts'
export { runningThreads } from './threads.ts'
