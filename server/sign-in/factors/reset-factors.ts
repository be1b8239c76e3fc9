import { hasNoFactors, ownFactors } from '../../../contract/sign-in/admin-factors-reset.ts'
import { unknownUser } from '../../../contract/users/admin-users-save.ts'
import { actorOf, recordAct } from '../../audit/record.ts'
import { HttpError } from '../../core/http-error.ts'
import type { Services } from '../../core/services.ts'
import type { Database } from '../../database/tables/tables.ts'
import type { Caller } from '../../http/bind.ts'
import { queueNotice } from '../../mail/notices/queue-notice.ts'
import { recentEmails } from '../../mail/notices/replaced-emails.ts'
import { forgetDevices } from '../sessions/known-devices.ts'
import { lockFactors } from './change-factors.ts'
import { removeFactors } from './remove-factors.ts'

/**
 * Removes all second factors of a user who has lost them, and ends the user's sessions. The mail also
 * goes to addresses that were the user's until lately: a new address and a reset together could be an
 * attack on the account. The caller has checked that this user may be changed.
 * @throws HttpError 404, 409 for the caller's own factors and for a user without factors
 */
export async function resetFactors(
  services: Pick<Services, 'clock' | 'mailDomain'>,
  transaction: Database,
  caller: Caller,
  userId: string,
): Promise<void> {
  // Otherwise a stolen session could remove them without the password.
  if (userId === caller.user.id) throw new HttpError(ownFactors, {})
  const user = await transaction
    .selectFrom('users')
    .select(['id', 'email', 'full_name', 'username'])
    .where('id', '=', userId)
    .where('removed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (user === undefined) throw new HttpError(unknownUser, {})
  await lockFactors(transaction, userId)
  const removed = await removeFactors(transaction, userId)
  if (removed === 0) throw new HttpError(hasNoFactors, {})
  await transaction.deleteFrom('sessions').where('user_id', '=', userId).execute()
  // The next sign-in is that of a browser that is not known, and the user gets a mail about it.
  await forgetDevices(transaction, userId)
  await queueNotice(services, transaction, user, {
    kind: 'factors-reset',
    also: await recentEmails(services, transaction, userId),
  })
  await recordAct(services, transaction, actorOf(caller), {
    action: 'factors-reset',
    target: 'user',
    targetId: userId,
  })
}
