import { setPasswordEndpoint } from '../../contract/account/set-password.ts'
import { linkNotValid } from '../../contract/sign-in/show-password-link.ts'
import { HttpError } from '../core/http-error.ts'
import type { Database } from '../database/tables/tables.ts'
import { bindPublic } from '../http/bind.ts'
import type { Services } from '../http/services.ts'
import { nameOfOrganization } from '../organizations/organizations.ts'
import { checkPassword, findLink, lockUserOf } from '../sign-in/sign-in.ts'
import { changeUser, lockUser } from '../users/users.ts'

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
