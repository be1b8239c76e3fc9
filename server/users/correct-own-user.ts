import { accountInUse, correctOwnUserEndpoint } from '../../contract/users/correct-own-user.ts'
import { notInvitable } from '../../contract/users/invite-own-users.ts'
import { HttpError } from '../core/http-error.ts'
import { takeAdvisoryLock } from '../database/advisory-lock.ts'
import { isUniqueViolation } from '../database/drivers/database-error.ts'
import type { Database } from '../database/tables/tables.ts'
import { bindUser } from '../http/bind.ts'
import type { Services } from '../http/services.ts'
import { countInvitation, ownOrganizationOf } from '../organizations/organizations.ts'
import { inviteUser, withdrawInvitation } from '../sign-in/sign-in.ts'
import { changeUser } from './change/change-user.ts'
import { lockUser } from './change/locked-user.ts'
import { lockOwnUser } from './change/organization-admin.ts'
import { requireFree } from './change/taken.ts'
import { acceptUsername } from './change/username-rules.ts'
import { requireApprovedDomain } from './invite-own-users.ts'

/** POST /organization/users/{id}/correction. */
export function correctOwnUser(services: Services) {
  return bindUser(services, correctOwnUserEndpoint, async (given, caller) => {
    const { id, email, full_name, department } = given
    const organizationId = ownOrganizationOf(caller)
    const correct = async (transaction: Database) => {
      await takeAdvisoryLock(transaction, 'addresses of users')
      const { username, ...before } = await lockWaitingUser(transaction, caller, id)
      const hasOtherEmail = email !== before.email
      if (hasOtherEmail) await requireApprovedDomain(transaction, organizationId, email)
      const wanted = username === before.email ? email : username
      const names = { username: await acceptUsername(transaction, wanted, id), email }
      await requireFree(transaction, names, id)
      const { role, phone, organization_id } = before
      const after = { ...names, full_name, department, role, phone, organization_id }
      const user = await lockUser(transaction, id)
      await changeUser(services, transaction, user, after, { kind: 'edit', caller })
      if (!hasOtherEmail || before.invitation_expires_at === null) return false
      if (services.linkOrigin === null) {
        await withdrawInvitation(transaction, id)
        return false
      }
      await inviteUser(services, transaction, id, caller.user.id)
      await countInvitation(services, transaction, organizationId, id)
      return true
    }
    try {
      return { is_invited: await services.database.transaction().execute(correct) }
    } catch (cause) {
      // The answer does not say whose the address is.
      const isTaken = cause instanceof HttpError && cause.error.code === 'taken'
      if (isTaken || isUniqueViolation(cause)) throw new HttpError(notInvitable, {})
      throw cause
    }
  })
}

/** @throws HttpError 404, or 409 for a user who has come */
async function lockWaitingUser(
  transaction: Database,
  caller: Parameters<typeof lockOwnUser>[1],
  id: string,
) {
  await lockOwnUser(transaction, caller, id)
  const user = await transaction
    .selectFrom('users')
    .select(['username', 'email', 'role', 'phone', 'organization_id', 'invitation_expires_at'])
    .select(['password_hash', 'last_login_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (user.password_hash === null && user.last_login_at === null) return user
  throw new HttpError(accountInUse, {})
}
