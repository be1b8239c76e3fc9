import { chooseAnswersEndpoint } from '../../contract/account/choose-answers.ts'
import { noteUser } from '../database/note-user.ts'
import { bindUser } from '../http/bind.ts'
import type { Services } from '../http/services.ts'

/** POST /account/report-answers, an addition. */
export function chooseAnswers(services: Services) {
  return bindUser(services, chooseAnswersEndpoint, async ({ answers_by_mail }, { user }) => {
    await noteUser(services.database, user.id, { answers_by_mail: answers_by_mail ? 1 : 0 })
    return {}
  })
}
