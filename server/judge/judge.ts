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
  countJudged,
  countOpinion,
  type JudgedOnDay,
  type JudgeLevel,
  judgedAs,
} from './judge-counts.ts'
export { findUndecidedJudges, readJudgeSettings, setJudge, showJudge } from './judge-settings.ts'
export { forgetLearning, restoreLearning, setLearning } from './learning/change-learning.ts'
export {
  addCorrespondents,
  correspondentsIn,
  deleteOldCorrespondents,
  removeCorrespondents,
  removeCorrespondentsOf,
} from './learning/correspondents.ts'
export { mailLessonRetention, pendingRetention } from './learning/keep-pending.ts'
export { learnOnce, startLearner } from './learning/learn-once.ts'
export { addMailLessons, lessonNames, removeMailLessons } from './learning/lesson.ts'
export { markMail, markRetention, markSender } from './learning/marks.ts'
export { exportLearning, findDoubtedJudges, showLearning } from './learning/show-learning.ts'
export { reasonIn } from './reason-words.ts'
export { showBrowserKnowledge, showJudgeKnowledge } from './show-judge-knowledge.ts'
export { runningThreads } from './threads.ts'
