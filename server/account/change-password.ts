import { unauthorized } from '../../../contract/common-errors.ts'
import { accountPasswordEndpoint } from '../../../contract/endpoints/account-password.ts'
import { actorOf, recordAct } from '../../audit/record.ts'
import type { Services } from '../../core/services.ts'
import type { Database } from '../../database/tables.ts'
import { bindUser, type Caller } from '../../http/bind.ts'
import { HttpError, invalidField } from '../../http/http-error.ts'
import { nameOfOrganization } from '../../organizations/name-of-organization.ts'
import { forgetDevices } from '../known-devices.ts'
import { queueNotice } from '../notices/queue-notice.ts'
import { checkPassword } from '../password-rules.ts'
import { confirmSession, endOtherSessions } from '../sessions.ts'
import { createPasswordProof } from './prove-password.ts'

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
