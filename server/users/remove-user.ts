import type { Locale } from '../../contract/core/locale.ts'
import { ownAccount, removeUserEndpoint } from '../../contract/users/remove-user.ts'
import { unknownUser } from '../../contract/users/save-user.ts'
import { actorOf, recordAct } from '../audit/audit.ts'
import { HttpError } from '../core/http-error.ts'
import { wordsIn } from '../core/locale.ts'
import { wordsForLog } from '../core/log.ts'
import { readWords } from '../core/read-words.ts'
import type { Users } from '../database/tables/accounts.ts'
import type { Database } from '../database/tables/tables.ts'
import { bindUser } from '../http/bind.ts'
import type { Services } from '../http/services.ts'
import { localeOfUser, type OutgoingMail, queueMail } from '../mail/mail.ts'
import { forgetAllFailures } from '../sign-in/sign-in.ts'
import { announceUsers } from '../webhooks/webhooks.ts'
import { requireAnotherAdmin } from './change/change-user.ts'
import { anonymizeUser, deleteRemovedUsers } from './removed-users.ts'

type Removed = Pick<
  Users,
  'id' | 'organization_id' | 'username_key' | 'username' | 'email' | 'full_name' | 'role'
>

/**
 * DELETE /admin/users/{id} (R345, R346, R347, R361): permanently removes a user with their sessions,
 * flags and mail, and notifies them. Billed amounts stay, as do audit entries with the user's id only.
 */
export function removeUser(services: Services) {
  return bindUser(services, removeUserEndpoint, async ({ id }, caller) => {
    if (id === caller.user.id) {
      throw new HttpError(ownAccount, {})
    }
    await services.database.transaction().execute(async (transaction) => {
      const user = await findUser(transaction, id)
      if (user.role === 'super_admin') await requireAnotherAdmin(transaction, id)
      await recordAct(services, transaction, actorOf(caller), {
        action: 'user-remove',
        target: 'user',
        targetId: id,
      })
      const locale = await localeOfUser(transaction, id)
      await forget(services, transaction, user)
      await queueMail(transaction, services, removalMail(user, locale))
      await announceUsers(services, transaction, [
        { id, organizationId: user.organization_id, change: 'removed' },
      ])
    })
    // Years of mail take seconds to delete. The user is already gone; housekeeping retries a failure.
    await deleteRemovedUsers(services.database).catch((cause: unknown) => {
      services.log('warning', 'mail of a removed user is left', { error: wordsForLog(cause) })
    })
    return {}
  })
}

/** @throws HttpError 404 */
async function findUser(database: Database, id: string): Promise<Removed> {
  const user = await database
    .selectFrom('users')
    .select(['id', 'organization_id', 'username_key', 'username', 'email', 'full_name', 'role'])
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .forUpdate()
    .executeTakeFirstOrThrow(() => new HttpError(unknownUser, {}))
  return user
}

async function forget(
  { clock }: Services,
  database: Database,
  { id, username_key }: Removed,
): Promise<void> {
  await anonymizeUser(database, id, clock())
  await forgetAllFailures(database, username_key)
  // The IP addresses of a user's actions, and of failed steps of a sign-in, are personal data, too.
  const audit = database.updateTable('audit').set({ address: '' })
  await audit.where('actor_id', '=', id).execute()
  await audit.where('target_id', '=', id).where('actor_role', '=', 'nobody').execute()
}

type Recipient = Pick<Users, 'email' | 'full_name' | 'username'>

const words = readWords(import.meta.dirname, 'removal.words.yaml')

/** Tells a removed user, in the user's language (R347). */
export function removalMail(recipient: Recipient, locale: Locale): OutgoingMail {
  const { subject, text } = wordsIn(words, locale)
  const { email, full_name, username } = recipient
  return { to: email, subject, text: text({ name: full_name, username }) }
}
