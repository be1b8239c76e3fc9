import { accountPasswordEndpoint } from '../../contract/account/account-password.ts'
import { unauthorized } from '../../contract/core/common-errors.ts'
import { actorOf, recordAct } from '../audit/record.ts'
import { HttpError, invalidField } from '../core/http-error.ts'
import type { Services } from '../core/services.ts'
import type { Database } from '../database/tables/tables.ts'
import { bindUser, type Caller } from '../http/bind.ts'
import { queueNotice } from '../mail/notices/queue-notice.ts'
import { nameOfOrganization } from '../organizations/name-of-organization.ts'
import { checkPassword } from '../sign-in/passwords/password-rules.ts'
import { createPasswordProof } from '../sign-in/passwords/prove-password.ts'
import { forgetDevices } from '../sign-in/sessions/known-devices.ts'
import { confirmSession, endOtherSessions } from '../sign-in/sessions/sessions.ts'

/** POST /account/password, an addition (A521). */
export function changeOwnPassword(services: Services) {
  const { database, passwords, breachedPasswords } = services
  const provePassword = createPasswordProof(services)
  return bindUser(services, accountPasswordEndpoint, async (input, caller) => {
    const { user } = caller
    const before = await provePassword(caller, input.current_password, 'current_password')
    if (input.password === input.current_password) {
      throw invalidField('password', 'same_as_current', {})
    }
    const organization = await nameOfOrganization(database, user.organization_id)
    await checkPassword(input.password, { ...user, organization }, breachedPasswords)
    const after = await passwords.hash(input.password)
    await database
      .transaction()
      .execute((transaction) => change(services, transaction, caller, { before, after }))
    return {}
  })
}

interface Hashes {
  readonly before: string
  readonly after: string
}

/** @throws HttpError 401 if the password or the user was changed meanwhile, which ended the session */
async function change(
  services: Services,
  database: Database,
  caller: Caller,
  { before, after }: Hashes,
): Promise<void> {
  const { id } = caller.user
  const { numUpdatedRows } = await database
    .updateTable('users')
    .set({ password_hash: after, must_change_password: 0 })
    .where('id', '=', id)
    .where('password_hash', '=', before)
    .where('is_active', '=', 1)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw new HttpError(unauthorized, {})
  await endOtherSessions(database, caller)
  await forgetDevices(database, id, caller)
  await confirmSession(services, database, caller)
  await queueNotice(services, database, caller.user, { kind: 'password-changed', by: 'user' })
  await recordAct(services, database, actorOf(caller), {
    action: 'password-change',
    target: 'user',
    targetId: id,
  })
}
