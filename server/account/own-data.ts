import { askForErasureEndpoint, showOwnDataEndpoint } from '../../contract/account/own-data.ts'
import { unauthorized } from '../../contract/core/common-errors.ts'
import type { Locale } from '../../contract/core/locale.ts'
import { actorOf, recordAct, requireFewRequests } from '../audit/audit.ts'
import { asOneLine } from '../core/fold.ts'
import { HttpError } from '../core/http-error.ts'
import { wordsIn } from '../core/locale.ts'
import { readWords } from '../core/read-words.ts'
import type { Database } from '../database/tables/tables.ts'
import { readersOfRequests } from '../emails/emails.ts'
import { bindChange, bindUser } from '../http/bind.ts'
import type { Services } from '../http/services.ts'
import type { Session } from '../http/session.ts'
import { queueMail } from '../mail/mail.ts'
import { linesAbout } from '../support-requests/support-requests.ts'
import { exportUser } from './export-user.ts'

const erasureWords = readWords(import.meta.dirname, 'erasure.words.yaml')

/** POST /account/data, an addition. */
export function showOwnData(services: Services) {
  const { database } = services
  return bindUser(services, showOwnDataEndpoint, async (_input, caller) => {
    const { id, username } = caller.user
    await database.transaction().execute(async (transaction) => {
      await requireFewRequests(services, transaction, id, 'user-export')
      await recordAct(services, transaction, actorOf(caller), {
        action: 'user-export',
        target: 'user',
        targetId: id,
      })
    })
    const data = await exportUser(services, username)
    // The user was removed or renamed a moment ago.
    if (data?.user.id !== id) throw new HttpError(unauthorized, {})
    return data
  })
}

/** POST /account/erasure, an addition: removing stays with the administrators. */
export function askForErasure(services: Services) {
  return bindChange(services, askForErasureEndpoint, async (_input, caller, transaction) => {
    const { user } = caller
    await requireFewRequests(services, transaction, user.id, 'erasure-request')
    for (const { to, locale } of await readersOfRequests(services, transaction, user)) {
      await queueMail(transaction, services, {
        to,
        replyTo: user.email,
        ...(await erasureMail(transaction, caller, locale)),
      })
    }
    await recordAct(services, transaction, actorOf(caller), {
      action: 'erasure-request',
      target: 'user',
      targetId: user.id,
    })
    return {}
  })
}

async function erasureMail(database: Database, caller: Session, locale: Locale) {
  const words = wordsIn(erasureWords, locale)
  const lines = await linesAbout(database, caller, locale)
  return {
    subject: asOneLine(`${words.subject} ${caller.user.full_name}`),
    text: `${words.text}\n\n${lines.map(asOneLine).join('\n')}\n`,
  }
}
