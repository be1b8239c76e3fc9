import { changeOwnPasswordEndpoint } from '../../contract/account/change-own-password.ts'
import { unauthorized } from '../../contract/core/common-errors.ts'
import { canonicalPassword } from '../../contract/core/password.ts'
import { HttpError, invalidField } from '../core/http-error.ts'
import type { Database } from '../database/tables/tables.ts'
import { bindUser, type Caller } from '../http/bind.ts'
import type { Services } from '../http/services.ts'
import { nameOfOrganization } from '../organizations/organizations.ts'
import { checkPassword, confirmSession, createPasswordProof } from '../sign-in/sign-in.ts'
import { changeUser, lockUsers } from '../users/users.ts'

/** POST /account/password, an addition. */
export function changeOwnPassword(services: Services) {
  const { database, passwords, breachedPasswords } = services
  const provePassword = createPasswordProof(services)
  return bindUser(services, changeOwnPasswordEndpoint, async (input, caller) => {
    const { user } = caller
    const before = await provePassword(caller, input.current_password, 'current_password')
    if (input.password === canonicalPassword(input.current_password)) {
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
  const [user] = await lockUsers(database, (column) =>
    column.and([
      column('id', '=', id),
      column('password_hash', '=', before),
      column('is_active', '=', 1),
    ]),
  )
  if (user === undefined) throw new HttpError(unauthorized, {})
  const cause = { kind: 'own-password', caller } as const
  await changeUser(services, database, user, { password_hash: after }, cause)
  await confirmSession(services, database, caller)
}
