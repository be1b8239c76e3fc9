import { signInWithCodeEndpoint, wrongCode } from '../../../contract/sign-in/sign-in-with-code.ts'
import { HttpError } from '../../core/http-error.ts'
import type { Database } from '../../database/tables/tables.ts'
import { bindResponse } from '../../http/bind.ts'
import type { Services } from '../../http/services.ts'
import { queueNotice } from '../../mail/mail.ts'
import { forgetFailures } from '../passwords/sign-in-limits.ts'
import { answerSignedIn, beginSession } from '../sessions/begin-session.ts'
import { findDevice } from '../sessions/known-devices.ts'
import { boundBrowser, consumeChallenge, findChallenge } from './challenges.ts'
import { countCodeAttempt, forgetCodeAttempt } from './code-limits.ts'
import { consumeRecoveryCode, countRecoveryCodes } from './recovery-codes.ts'
import { readProvenUser, recordFailedStep } from './second-step.ts'
import { isTotpCode, stepOfCode, totpPlace } from './totp.ts'

/**
 * POST /auth/login/code: one transaction checks the code, uses it and the challenge up, and
 * begins the session. A wrong code leaves the challenge, and counts.
 */
export function signInWithCode(services: Services) {
  return bindResponse(services, signInWithCodeEndpoint, async (read, context) => {
    const { challenge: id, code } = await read()
    const browser = boundBrowser(services, context)
    const begun = await services.database.transaction().execute(async (transaction) => {
      const challenge = await findChallenge(services, transaction, id, browser, ['sign-in'])
      const user = await readProvenUser(transaction, challenge)
      const device = await findDevice(services, transaction, context, ({ id }) => id === user.id)
      const source = { userId: user.id, deviceHash: device.knownHash }
      const attempt = await countCodeAttempt(services, transaction, source)
      if (!(await acceptCode(services, transaction, user.id, code))) {
        await recordFailedStep(services, transaction, context, user.id)
        return undefined
      }
      await forgetCodeAttempt(transaction, attempt)
      await consumeChallenge(transaction, challenge)
      const { knownHash: deviceHash } = device
      await forgetFailures(transaction, { usernameKey: user.username_key, deviceHash })
      return beginSession(services, transaction, context, user, device)
    })
    if (begun === undefined) throw new HttpError(wrongCode, {})
    return answerSignedIn(services, context, begun)
  })
}

async function acceptCode(
  services: Services,
  database: Database,
  userId: string,
  code: string,
): Promise<boolean> {
  if (isTotpCode(code)) return acceptTotp(services, database, userId, code)
  const isAccepted = await consumeRecoveryCode(database, userId, code)
  if (isAccepted) await tellOfRecovery(services, database, userId)
  return isAccepted
}

async function tellOfRecovery(
  services: Services,
  database: Database,
  userId: string,
): Promise<void> {
  const user = await database
    .selectFrom('users')
    .select(['id', 'email', 'full_name', 'username'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const left = await countRecoveryCodes(database, userId)
  await queueNotice(services, database, user, { kind: 'recovery-code-used', left })
}

/** A code works once: its time step is kept, and only later ones are accepted. */
async function acceptTotp(
  { sealer, clock }: Services,
  database: Database,
  userId: string,
  code: string,
): Promise<boolean> {
  const factor = await database
    .selectFrom('second_factors')
    .select(['id', 'sealed_secret', 'last_step'])
    .where('user_id', '=', userId)
    .where('kind', '=', 'totp')
    .forUpdate()
    .executeTakeFirst()
  if (factor === undefined || factor.sealed_secret === null || sealer === null) return false
  const secret = sealer.open(factor.sealed_secret, totpPlace(userId))
  const now = clock()
  const last_step = stepOfCode(secret, code, now, factor.last_step)
  if (last_step === undefined) return false
  await database
    .updateTable('second_factors')
    .set({ last_step, last_used_at: now.toISOString() })
    .where('id', '=', factor.id)
    .execute()
  return true
}
