import type { Selectable } from 'kysely'
import type { Clock } from '../../../server/core/clock.ts'
import { readConfiguration } from '../../../server/core/configuration.ts'
import { newId } from '../../../server/database/id.ts'
import type { Users } from '../../../server/database/tables/accounts.ts'
import type { Organizations } from '../../../server/database/tables/organizations.ts'
import type { Database } from '../../../server/database/tables/tables.ts'
import { changeFlagRevisions, lockOwnerOfFlags } from '../../../server/flags/revision.ts'
import {
  createOrganization,
  type NewOrganization,
} from '../../../server/organizations/organization.ts'
import { type SessionOrigin, startSession } from '../../../server/sign-in/sessions/sessions.ts'
import { createUser, type NewUser } from '../../../server/users/change/create-user.ts'
import { cheapPasswords } from '../server/cheap-passwords.ts'

/*
 * Factories write to the database as the server does. They work on the database of a test in process
 * and on a file that a running server has open.
 */

/** Where to write; a running server's clock is the real one. */
export interface Place {
  readonly database: Database
  readonly clock: Clock
}

const passwords = cheapPasswords()
/** Users with one password share its hash, so that many at once do not fill the queue. */
const hashes = new Map<string, Promise<string>>()
let made = 0

export interface MadeUser {
  readonly id: string
  readonly username: string
  readonly email: string
  readonly organizationId: string
}

export function makeOrganization(
  place: Place,
  overrides: Partial<NewOrganization> = {},
): Promise<string> {
  made += 1
  return createOrganization(place, { name: `Organization ${made} ${newId()}`, ...overrides })
}

type UserOverrides = Partial<
  Omit<NewUser, 'organization_id' | 'password_hash' | 'consented_at'>
> & {
  readonly organizationId?: string
  readonly password?: string
  readonly consented?: boolean
  /** With the right to manage the own organization. */
  readonly managesOrganization?: boolean
}

export async function makeUser(place: Place, overrides: UserOverrides = {}): Promise<MadeUser> {
  made += 1
  const { organizationId, password, consented = true, managesOrganization, ...fields } = overrides
  const username = fields.username ?? `person-${made}-${newId()}`
  const email = fields.email ?? `${username}@example.test`
  const organization = organizationId ?? (await makeOrganization(place))
  const id = await createUser(place, {
    full_name: 'Test Person',
    role: 'employee',
    ...fields,
    username,
    email,
    organization_id: organization,
    ...(managesOrganization ? { managed_organization_id: organization } : {}),
    password_hash: password === undefined ? null : await hashOnce(password),
    consented_at: consented ? place.clock().toISOString() : null,
  })
  return { id, username, email: email.toLowerCase(), organizationId: organization }
}

/** The first user like this, with all that is stored. */
export function findUser({ database }: Pick<Place, 'database'>, like: Partial<Selectable<Users>>) {
  return database
    .selectFrom('users')
    .selectAll()
    .where((where) => where.and(like))
    .executeTakeFirstOrThrow()
}

/** Writes what no call would, or what a call would only write besides more. */
export async function changeUser(
  { database }: Pick<Place, 'database'>,
  id: string,
  change: Partial<Users>,
): Promise<void> {
  await database.updateTable('users').set(change).where('id', '=', id).execute()
}

/** The same for an organization. */
export async function changeOrganization(
  { database }: Pick<Place, 'database'>,
  id: string,
  change: Partial<Organizations>,
): Promise<void> {
  await database.updateTable('organizations').set(change).where('id', '=', id).execute()
}

function hashOnce(password: string): Promise<string> {
  const hash = hashes.get(password) ?? passwords.hash(password)
  hashes.set(password, hash)
  return hash
}

/** @returns the bearer token of a signed-in user */
export function makeSession(
  place: Place,
  user: Pick<MadeUser, 'id'>,
  overrides: Partial<SessionOrigin> = {},
): Promise<string> {
  const { limits } = readConfiguration({})
  const unknown = { browser: '', system: '', address: '', deviceHash: null, isSingleSignOn: false }
  return startSession({ ...place, limits }, place.database, user.id, { ...unknown, ...overrides })
}

/** An approved email domain. */
export async function makeDomain(
  { database, clock }: Place,
  organizationId: string,
  domain: string,
): Promise<void> {
  const at = clock().toISOString()
  await database
    .insertInto('organization_domains')
    .values({ organization_id: organizationId, domain, created_at: at, approved_at: at })
    .execute()
}

/** Another address of a user. */
export async function makeAlias(
  place: Place,
  user: Pick<MadeUser, 'id'>,
  address: string,
): Promise<void> {
  const organizationId = await lockOwnerOfFlags(place.database, user.id)
  await place.database.insertInto('user_aliases').values({ address, user_id: user.id }).execute()
  await changeFlagRevisions(place.database, [organizationId])
}

/** A user with a session. */
export async function signInUser(
  place: Place,
  overrides: UserOverrides = {},
): Promise<{ readonly user: MadeUser; readonly token: string }> {
  const user = await makeUser(place, overrides)
  return { user, token: await makeSession(place, user) }
}

/** A super admin with a session. */
export async function signInAdmin(
  place: Place,
  overrides: UserOverrides = {},
): Promise<{ readonly admin: MadeUser; readonly token: string }> {
  const { user: admin, token } = await signInUser(place, { role: 'super_admin', ...overrides })
  return { admin, token }
}
