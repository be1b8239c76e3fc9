import { randomBytes } from 'node:crypto'
import { hashSecret } from '../../core/secrets.ts'
import { countRows } from '../../database/count-rows.ts'
import type { Database } from '../../database/tables/tables.ts'

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
