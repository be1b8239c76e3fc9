import { linkNotValid, setPasswordEndpoint } from '../../../contract/sign-in/password-link.ts'
import { recordAct } from '../../audit/record.ts'
import { HttpError } from '../../core/http-error.ts'
import type { Services } from '../../core/services.ts'
import type { Database } from '../../database/tables/tables.ts'
import { bindPublic } from '../../http/bind.ts'
import { localeOfUser } from '../../mail/locale-of.ts'
import { queueMail } from '../../mail/queue.ts'
import { nameOfOrganization } from '../../organizations/name-of-organization.ts'
import { usernameKey } from '../../users/users.ts'
import { checkPassword } from '../passwords/password-rules.ts'
import { forgetDevices } from '../sessions/known-devices.ts'
import { endLinks, findLink, lockUserOf } from './links.ts'
import { newPasswordMail } from './new-password-mail.ts'

/** POST /auth/password-link/password, an addition (A502, A506). */
export function setPassword(services: Services) {
  const { database, passwords, breachedPasswords } = services
  return bindPublic(services, setPasswordEndpoint, async ({ secret, password }, address) => {
    // Checked before the password is rated and hashed, which is the expensive part.
    const { organization_id, ...user } = await requireLink(services, database, secret)
    const organization = await nameOfOrganization(database, organization_id)
    await checkPassword(password, { ...user, organization }, breachedPasswords)
    const hash = await passwords.hash(password, async () => {
      await requireLink(services, database, secret)
    })
    await database
      .transaction()
      .execute((transaction) => useLink(services, transaction, { secret, hash, address }))
    return {}
  })
}

interface Use {
  readonly secret: string
  readonly hash: string
  readonly address: string
}

async function useLink(services: Services, database: Database, { secret, hash, address }: Use) {
  // Of calls with links of one user, each waits here for the one before and finds what it changed.
  await lockUserOf(database, secret)
  const { id, purpose, role, ...user } = await requireLink(services, database, secret)
  await database
    .updateTable('users')
    .set({ password_hash: hash, must_change_password: 0, invitation_expires_at: null })
    .where('id', '=', id)
    .execute()
  await endLinks(database, id)
  await database.deleteFrom('sessions').where('user_id', '=', id).execute()
  await forgetDevices(database, id)
  // The mailbox is proven, so that the user need not wait for failed attempts.
  await database
    .deleteFrom('login_failures')
    .where('username_key', '=', usernameKey(user.username))
    .execute()
  const actor = { actor_id: id, actor_role: role, address }
  await recordAct(services, database, actor, {
    action: purpose === 'invitation' ? 'invitation-accept' : 'password-reset',
    target: 'user',
    targetId: id,
  })
  if (purpose === 'invitation') return
  const locale = await localeOfUser(database, id)
  await queueMail(database, services, newPasswordMail(user, locale))
}

/** @throws HttpError 404 */
async function requireLink(services: Services, database: Database, secret: string) {
  const link = await findLink(database, services, secret)
  if (link === undefined) throw new HttpError(linkNotValid, {})
  return link
}
