// Purpose: Aman's own judge: threads that run it, what organizations know, its words, POST /analyses.
// May import: core, database, http, audit.
// Start reading: analyse-mail.ts, then ask.ts.

export { analyseMail, reasonIn } from './analyse-mail.ts'
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
  findUndecidedJudges,
  type JudgedOnDay,
  type JudgeLevel,
  judgedAs,
  readJudgeSettings,
  setJudge,
  showJudge,
} from './judge-counts.ts'
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
export { showBrowserKnowledge, showJudgeKnowledge } from './show-judge-knowledge.ts'
export { runningThreads } from './threads.ts'
