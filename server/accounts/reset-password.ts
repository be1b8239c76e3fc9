import { operator, recordAct } from '../audit/record.ts'
import { newSecret } from '../core/secrets.ts'
import type { Services as AllServices } from '../core/services.ts'
import type { Database } from '../database/tables.ts'
import { forgetDevices } from './known-devices.ts'
import { usernameKey } from './users.ts'

type Services = Pick<AllServices, 'database' | 'clock' | 'passwords'>

/**
 * Sets a random password, ends the user's sessions and deletes failed sign-ins with the username, so
 * that the user need not wait.
 * @param removesFactors for a user who has lost them; otherwise second factors stay (A546)
 * @returns undefined for an unknown username
 */
export async function resetPassword(services: Services, username: string, removesFactors = false) {
  const key = usernameKey(username.trim())
  const password = newSecret()
  const password_hash = await services.passwords.hash(password)
  return services.database.transaction().execute(async (database) => {
    const user = await database
      .selectFrom('users')
      .select(['id', 'username', 'is_active'])
      .where('username_key', '=', key)
      .where('removed_at', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (user === undefined) return undefined
    await database
      .updateTable('users')
      .set({ password_hash, must_change_password: 1 })
      .where('id', '=', user.id)
      .execute()
    await database.deleteFrom('sessions').where('user_id', '=', user.id).execute()
    await database.deleteFrom('login_failures').where('username_key', '=', key).execute()
    await forgetDevices(database, user.id)
    const factors = removesFactors ? await removeFactors(database, user.id) : 0
    await recordAct(services, database, operator, {
      action: 'password-reset',
      target: 'user',
      targetId: user.id,
      detail: removesFactors ? 'with second factors' : '',
    })
    return { password, username: user.username, isActive: user.is_active === 1, factors }
  })
}

/** Removes recovery codes and unfinished sign-ins, too. @returns how many second factors there were */
async function removeFactors(database: Database, userId: string): Promise<number> {
  for (const table of ['recovery_codes', 'code_attempts', 'factor_challenges'] as const) {
    await database.deleteFrom(table).where('user_id', '=', userId).execute()
  }
  const { numDeletedRows } = await database
    .deleteFrom('second_factors')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
