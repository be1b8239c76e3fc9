import { startBackgroundWork } from '../../core/background-work.ts'
import { secondMs } from '../../core/clock.ts'
import { wordsForLog } from '../../core/log.ts'
import { takeAdvisoryLock } from '../../database/advisory-lock.ts'
import type { Database } from '../../database/tables/tables.ts'
import type { Services as AllServices } from '../../http/services.ts'
import { localeOfUser, queueMail } from '../../mail/mail.ts'
import { hasLoginName, loginName, maySignIn, mustUseSingleSignOn } from '../sessions/may-sign-in.ts'
import { hasManyLinks } from './forgotten-password.ts'
import { linkMail } from './link-mails.ts'
import { createLink } from './links.ts'

type Services = Pick<AllServices, 'database' | 'clock' | 'linkOrigin' | 'mailDomain'>

const lookEveryMs = 2 * secondMs
const answeredAtOnce = 20

/** Answers requests in the background, some time after the call was answered. */
export function startResetWorker(services: Services & Pick<AllServices, 'log'>): {
  stop(): Promise<void>
} {
  return startBackgroundWork({
    everyMs: lookEveryMs,
    graceMs: 0,
    run: (stop) => answerResets(services, stop),
    onFailure: (cause) =>
      services.log('error', 'reset worker failed', { error: wordsForLog(cause) }),
  })
}

/** Resolves when no request waits or `stop` is aborted. */
export async function answerResets(services: Services, stop?: AbortSignal): Promise<void> {
  const { database, linkOrigin } = services
  if (linkOrigin === null) return
  while (!stop?.aborted) {
    const answered = await database
      .transaction()
      .execute((transaction) => answerSome(services, transaction, linkOrigin))
    if (answered < answeredAtOnce) return
  }
}

async function answerSome(services: Services, database: Database, origin: string): Promise<number> {
  // Only one server answers at a time.
  await takeAdvisoryLock(database, 'reset requests')
  const requests = await database
    .selectFrom('reset_requests')
    .select(['id', 'login', 'device_hash'])
    .where('answered_at', 'is', null)
    .orderBy('id')
    .limit(answeredAtOnce)
    .execute()
  for (const { id, login, device_hash } of requests) {
    for (const user of await findUsers(database, login)) {
      if (await hasManyLinks(services, database, user.id, device_hash)) continue
      const link = await createLink(database, services, 'password-reset', user, {
        device_hash,
      })
      const locale = await localeOfUser(database, user.id)
      await queueMail(
        database,
        services,
        linkMail(user, { purpose: 'password-reset' }, origin, link, locale),
      )
    }
    await database
      .updateTable('reset_requests')
      // The typed text may be anything, even a password.
      .set({ login: '', answered_at: services.clock().toISOString() })
      .where('id', '=', id)
      .execute()
  }
  return requests.length
}

/** A user without a password was not let in yet, or signs in otherwise, as one who may not use it. */
function findUsers(database: Database, login: string) {
  return database
    .selectFrom('users')
    .select(['id', 'username', 'email', 'full_name', 'password_hash'])
    .where(hasLoginName(loginName(login)))
    .where(maySignIn)
    .where('removed_at', 'is', null)
    .where('password_hash', 'is not', null)
    .where((column) => column.not(mustUseSingleSignOn(column)))
    .execute()
}
