import { operator, recordAct } from '../audit/record.ts'
import type { Parts as AllParts } from '../parts.ts'
import { newSecret } from '../secrets.ts'
import { forgetDevices } from './known-devices.ts'
import { usernameKey } from './people.ts'

type Parts = Pick<AllParts, 'database' | 'clock' | 'passwords'>

/**
 * Gives a user a random password, ends their sessions and forgets failed sign-ins with their name, so
 * that they need not wait.
 * @returns undefined for an unknown username
 */
export async function resetPassword(parts: Parts, username: string) {
  const key = usernameKey(username.trim())
  const password = newSecret()
  const password_hash = await parts.passwords.hash(password)
  return parts.database.transaction().execute(async (database) => {
    const user = await database
      .selectFrom('users')
      .select(['id', 'username', 'is_active'])
      .where('username_key', '=', key)
      .where('removed_at', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (user === undefined) return undefined
    await database.updateTable('users').set({ password_hash }).where('id', '=', user.id).execute()
    await database.deleteFrom('sessions').where('user_id', '=', user.id).execute()
    await database.deleteFrom('login_failures').where('username_key', '=', key).execute()
    await forgetDevices(database, user.id)
    await recordAct(parts, database, operator, {
      action: 'password-reset',
      target: 'user',
      targetId: user.id,
    })
    return { password, username: user.username, isActive: user.is_active === 1 }
  })
}
