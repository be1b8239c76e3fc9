import {
  finishSingleSignOnEndpoint,
  singleSignOnEnded,
} from '../../../contract/sign-in/finish-single-sign-on.ts'
import { HttpError } from '../../core/http-error.ts'
import type { Database } from '../../database/tables/tables.ts'
import { bindResponse } from '../../http/bind.ts'
import type { Services } from '../../http/services.ts'
import { answerSignedIn, beginSession } from '../sessions/begin-session.ts'
import { findDevice } from '../sessions/known-devices.ts'
import { type Attempt, readBrowser, takeCode } from './attempts.ts'
import { readProvider } from './provider.ts'

/** POST /auth/login/single-sign-on/finish. */
export function finishSingleSignOn(services: Services) {
  const { database } = services
  return bindResponse(services, finishSingleSignOnEndpoint, async (read, context) => {
    const { code } = await read()
    const browser = readBrowser(services, context)
    // Outside the transaction, so that a code that is then refused stays used up.
    const attempt = browser && (await takeCode(services, database, browser, code))
    const begun = await database.transaction().execute(async (transaction) => {
      const user = attempt && (await findUser(transaction, attempt))
      if (user === undefined) throw new HttpError(singleSignOnEnded, {})
      const device = await findDevice(services, transaction, context, ({ id }) => id === user.id)
      return beginSession(services, transaction, context, user, device, { isSingleSignOn: true })
    })
    return answerSignedIn(services, context, begun)
  })
}

/** The settings and the link may have changed since the provider's answer. */
async function findUser(database: Database, { organization_id, issuer, user_id }: Attempt) {
  const provider = await readProvider(database, organization_id)
  if (provider?.issuer !== issuer) return undefined
  return await database
    .selectFrom('users')
    .innerJoin('identity_links', 'identity_links.user_id', 'users.id')
    .select(['users.id', 'users.role', 'users.password_hash', 'users.username_key'])
    .where('users.id', '=', user_id)
    .where('users.organization_id', '=', organization_id)
    .where('identity_links.issuer', '=', issuer)
    .executeTakeFirst()
}
