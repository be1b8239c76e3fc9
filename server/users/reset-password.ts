import { newSecret } from '../core/secrets.ts'
import { usernameKeys } from '../database/search-index.ts'
import type { Services as AllServices } from '../http/services.ts'
import { changeUser } from './change/change-user.ts'
import { lockUsers } from './change/locked-user.ts'

type Services = Pick<AllServices, 'database' | 'clock' | 'mailDomain' | 'passwords'>

/**
 * Sets a random password, ends the user's sessions and deletes failed sign-ins with the username, so
 * that the user need not wait. The running server sends the mail about it.
 * @param removesFactors for a user who has lost them; otherwise second factors stay
 * @returns undefined for an unknown username
 */
export async function resetPassword(services: Services, username: string, removesFactors = false) {
  const keys = usernameKeys(username)
  const password = newSecret()
  const password_hash = await services.passwords.hash(password)
  return services.database.transaction().execute(async (database) => {
    const [user] = await lockUsers(database, (column) => column('username_key', 'in', keys))
    if (user === undefined) return undefined
    const after = { password_hash, ...(removesFactors ? ({ factors: 'none' } as const) : {}) }
    const changed = await changeUser(services, database, user, after, { kind: 'operator' })
    const { username, is_active } = user.row
    return { password, username, isActive: is_active === 1, factors: changed.removedFactors }
  })
}
