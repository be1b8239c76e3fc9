import { chooseAnswersEndpoint } from '../../../contract/account/choose-answers.ts'
import { call } from '../core/api/http.ts'
import { makeChange } from '../core/ui-state/change.ts'
import { noticesAbout } from '../core/ui-state/notices.ts'
import { reloadUser } from '../sign-in/session.ts'
import { $reportAnswersChoiceWords } from './words/report-answers-choice.words.yaml'

const notices = noticesAbout('report-answers')

/** Chooses whether answers to the user's reports also come by mail. */
export async function chooseAnswers(answers_by_mail: boolean): Promise<void> {
  const { nowOn, nowOff, failed } = $reportAnswersChoiceWords.get()
  const send = () => call(chooseAnswersEndpoint, { answers_by_mail })
  await makeChange(notices, { done: answers_by_mail ? nowOn : nowOff, failed }, send, reloadUser)
}
