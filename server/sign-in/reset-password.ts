import { operator, recordAct } from '../audit/record.ts'
import { newSecret } from '../core/secrets.ts'
import type { Services as AllServices } from '../core/services.ts'
import { queueNotice } from '../mail/notices/queue-notice.ts'
import { recentEmails } from '../mail/notices/replaced-emails.ts'
import { usernameKey } from '../users/users.ts'
import { removeFactors } from './factors/remove-factors.ts'
import { forgetDevices } from './sessions/known-devices.ts'

type Services = Pick<AllServices, 'database' | 'clock' | 'mailDomain' | 'passwords'>

/**
 * Sets a random password, ends the user's sessions and deletes failed sign-ins with the username, so
 * that the user need not wait. The running server sends the mail about it.
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
      .select(['id', 'username', 'email', 'full_name', 'is_active'])
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
    const by = 'administrator'
    await queueNotice(services, database, user, { kind: 'password-changed', by })
    if (factors > 0) {
      const also = await recentEmails(services, database, user.id)
      await queueNotice(services, database, user, { kind: 'factors-reset', also })
    }
    return { password, username: user.username, isActive: user.is_active === 1, factors }
  })
}
