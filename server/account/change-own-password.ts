import { changeOwnPasswordEndpoint } from '../../contract/account/change-own-password.ts'
import { setPasswordEndpoint } from '../../contract/account/set-password.ts'
import { unauthorized } from '../../contract/core/common-errors.ts'
import { canonicalPassword } from '../../contract/core/password.ts'
import { linkNotValid } from '../../contract/sign-in/show-password-link.ts'
import { HttpError, invalidField } from '../core/http-error.ts'
import type { Database } from '../database/tables/tables.ts'
import { bindPublic, bindUser, type Caller } from '../http/bind.ts'
import type { Services } from '../http/services.ts'
import { nameOfOrganization } from '../organizations/organizations.ts'
import {
  checkPassword,
  confirmSession,
  createPasswordProof,
  findLink,
  lockUserOf,
} from '../sign-in/sign-in.ts'
import { changeUser, lockUser, lockUsers } from '../users/users.ts'

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

/** POST /auth/password-link/password, an addition. */
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
  // Each call with a link of the user waits here for the one before, and finds what it changed.
  await lockUserOf(database, secret)
  const { id, purpose } = await requireLink(services, database, secret)
  const user = await lockUser(database, id)
  const cause = { kind: purpose, address } as const
  await changeUser(services, database, user, { password_hash: hash }, cause)
}

/** @throws HttpError 404 */
async function requireLink(services: Services, database: Database, secret: string) {
  const link = await findLink(database, services, secret)
  if (link === undefined) throw new HttpError(linkNotValid, {})
  return link
}
