import {
  signInWithCodeEndpoint,
  tooManyCodes,
  wrongCode,
} from '../../../contract/sign-in/sign-in-with-code.ts'
import { dayMs, minuteMs, secondMs } from '../../core/clock.ts'
import { blockedUntil, HttpError } from '../../core/http-error.ts'
import { takeAdvisoryLock } from '../../database/advisory-lock.ts'
import { waitForPlace } from '../../database/counters.ts'
import { newId } from '../../database/id.ts'
import type { Retention } from '../../database/retention.ts'
import type { Database } from '../../database/tables/tables.ts'
import { bindResponse } from '../../http/bind.ts'
import type { Services as AllServices, Services } from '../../http/services.ts'
import { queueNotice } from '../../mail/mail.ts'
import { forgetFailures } from '../passwords/sign-in-limits.ts'
import { answerSignedIn, beginSession } from '../sessions/begin-session.ts'
import { findDevice } from '../sessions/known-devices.ts'
import { isTotpCode, stepOfCode, totpPlace } from './add-totp.ts'
import { boundBrowser, consumeChallenge, findChallenge } from './challenges.ts'
import { consumeRecoveryCode, countRecoveryCodes } from './change-factors.ts'
import { readProvenUser, recordFailedStep } from './second-step.ts'

/**
 * Wrong codes of a user within a time. Three codes of six digits are valid at a time, so that an
 * attacker who has the password guesses one in 30 days with a chance of 1 in 370.
 */
const limits = [
  { most: 10, withinMs: 15 * minuteMs },
  { most: 30, withinMs: dayMs },
] as const

interface Source {
  readonly userId: string
  /** Set for a known browser of the user, which strangers cannot lock out. */
  readonly deviceHash: string | null
}

/**
 * Counts an attempt as failed until `forgetCodeAttempt`. The lock makes concurrent attempts of a user
 * run one after the other, until the end of the transaction.
 * @throws HttpError 429
 */
async function countCodeAttempt(
  { clock }: Pick<AllServices, 'clock'>,
  transaction: Database,
  { userId, deviceHash }: Source,
): Promise<string> {
  await takeAdvisoryLock(transaction, `codes ${userId}`)
  const now = clock()
  for (const limit of limits) {
    const failures = transaction
      .selectFrom('code_attempts')
      .where('user_id', '=', userId)
      .where('device_hash', deviceHash === null ? 'is' : '=', deviceHash)
    const waitMs = await waitForPlace(failures, 'failed_at', limit, now)
    if (waitMs > 0) throw blockedUntil(tooManyCodes, {}, waitMs / secondMs)
  }
  const id = newId()
  await transaction
    .insertInto('code_attempts')
    .values({ id, user_id: userId, device_hash: deviceHash, failed_at: now.toISOString() })
    .execute()
  return id
}

/** For a code that was right. Earlier failures still count. */
async function forgetCodeAttempt(database: Database, id: string): Promise<void> {
  await database.deleteFrom('code_attempts').where('id', '=', id).execute()
}

/** As long as attempts count. */
export const codeAttemptRetention: Retention = {
  table: 'code_attempts',
  date: 'failed_at',
  keptMs: dayMs,
  future: 'delete',
}

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
