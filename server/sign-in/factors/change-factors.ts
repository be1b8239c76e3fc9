import { randomBytes } from 'node:crypto'
import { limits } from '../../../contract/core/limits.ts'
import { totpExists } from '../../../contract/sign-in/add-totp.ts'
import type { FactorKind } from '../../../contract/sign-in/factor.ts'
import { noFactors, tooManyFactors } from '../../../contract/sign-in/own-factors.ts'
import { actorOf, recordAct } from '../../audit/audit.ts'
import { HttpError } from '../../core/http-error.ts'
import { hashSecret } from '../../core/secrets.ts'
import { takeAdvisoryLock } from '../../database/advisory-lock.ts'
import { countRows } from '../../database/count-rows.ts'
import type { SecondFactors } from '../../database/tables/accounts.ts'
import type { Database } from '../../database/tables/tables.ts'
import type { Caller } from '../../http/bind.ts'
import type { Services } from '../../http/services.ts'
import { queueNotice } from '../../mail/mail.ts'
import { insertFactor, readFactors } from './factors.ts'

const codes = 10
/** Without what looks alike on paper; each of the 32 is five bits. */
const letters = 'abcdefghjkmnpqrstuvwxyz023456789'
const lettersInCode = 24

/** Replaces all recovery codes of a user. @returns the new ones, which are not stored */
export async function renewRecoveryCodes(database: Database, userId: string): Promise<string[]> {
  await deleteRecoveryCodes(database, userId)
  const made = Array.from({ length: codes }, newCode)
  await database
    .insertInto('recovery_codes')
    .values(made.map((code) => ({ code_hash: hashCode(userId, code), user_id: userId })))
    .execute()
  return made.map(inGroups)
}

export async function deleteRecoveryCodes(database: Database, userId: string): Promise<void> {
  await database.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
}

/**
 * @param code without separators, in lower case
 * @returns whether it was one of the user's codes, which it then no longer is
 */
export async function consumeRecoveryCode(
  database: Database,
  userId: string,
  code: string,
): Promise<boolean> {
  const { numDeletedRows } = await database
    .deleteFrom('recovery_codes')
    .where('code_hash', '=', hashCode(userId, code))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

export async function countRecoveryCodes(database: Database, userId: string): Promise<number> {
  return countRows(database.selectFrom('recovery_codes').where('user_id', '=', userId))
}

/** 120 random bits, so that the stored hash needs no slow function (ASVS 6.5.2). */
function newCode(): string {
  return Array.from(randomBytes(lettersInCode), (byte) => letters[byte % letters.length]).join('')
}

function inGroups(code: string): string {
  return code.replaceAll(/.{4}(?=.)/g, '$&-')
}

function hashCode(userId: string, code: string): string {
  return hashSecret(`${userId} ${code}`)
}

/** @returns the factors that the user has; the lock lasts until the transaction ends */
export async function lockFactors(
  transaction: Database,
  userId: string,
): Promise<readonly SecondFactors[]> {
  await takeAdvisoryLock(transaction, `factors ${userId}`)
  return readFactors(transaction, userId)
}

/** @throws HttpError 409 if there are as many as possible; only one can be an authenticator app */
export function requireRoom(factors: readonly SecondFactors[], kind: FactorKind): void {
  if (kind === 'totp' && factors.some((factor) => factor.kind === 'totp')) {
    throw new HttpError(totpExists, {})
  }
  const max = limits.factors
  if (factors.length >= max) throw new HttpError(tooManyFactors, { max })
}

type Added = Pick<SecondFactors, 'kind' | 'name'> & Partial<SecondFactors>

/** @returns its id, and the recovery codes that come with the first factor */
export async function addFactor(
  services: Services,
  transaction: Database,
  caller: Caller,
  factor: Added,
) {
  const { id: user_id } = caller.user
  requireRoom(await lockFactors(transaction, user_id), factor.kind)
  const id = await insertFactor({ ...services, database: transaction }, { ...factor, user_id })
  const hasCodes = (await countRecoveryCodes(transaction, user_id)) > 0
  const recovery_codes = hasCodes ? [] : await renewRecoveryCodes(transaction, user_id)
  await recordAct(services, transaction, actorOf(caller), {
    action: 'factor-add',
    target: 'user',
    targetId: user_id,
    detail: factor.kind,
  })
  const { name } = factor
  await queueNotice(services, transaction, caller.user, { kind: 'factor-added', name })
  return { id, recovery_codes }
}

/** @throws HttpError 409 without a factor */
export async function renewCodes(
  services: Services,
  transaction: Database,
  caller: Caller,
): Promise<string[]> {
  const { id } = caller.user
  const factors = await lockFactors(transaction, id)
  if (factors.length === 0) throw new HttpError(noFactors, {})
  const codes = await renewRecoveryCodes(transaction, id)
  await recordAct(services, transaction, actorOf(caller), {
    action: 'recovery-codes',
    target: 'user',
    targetId: id,
  })
  await queueNotice(services, transaction, caller.user, { kind: 'recovery-codes-renewed' })
  return codes
}

/**
 * Removes all second factors of a user, with recovery codes, counted codes and unfinished sign-ins.
 * @returns how many second factors there were
 */
export async function removeFactors(transaction: Database, userId: string): Promise<number> {
  for (const table of ['recovery_codes', 'code_attempts', 'factor_challenges'] as const) {
    await transaction.deleteFrom(table).where('user_id', '=', userId).execute()
  }
  const { numDeletedRows } = await transaction
    .deleteFrom('second_factors')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
