import { HttpError } from '../core/http-error.ts'
import { takeAdvisoryLock } from '../database/advisory-lock.ts'
import { isUniqueViolation } from '../database/drivers/database-error.ts'
import type { Database } from '../database/tables/tables.ts'
import type { Services } from '../http/services.ts'
import { approvedDomains, domainOf } from '../organizations/organizations.ts'
import { acceptUsername, addUser, changeUser, lockUsers, requireFree } from '../users/users.ts'
import { type FoundUser, findUser } from './find-users.ts'
import { inTurnOf, type Provider, recheckProvider } from './provider.ts'
import { refuse, ScimError } from './scim-answer.ts'
import { sendsInvitations } from './tokens.ts'
import type { GivenUser } from './user-document.ts'

/** An employee without a password, who signs in by single sign-on or is invited. */
export function createProvisionedUser(
  services: Services,
  provider: Provider,
  given: GivenUser,
): Promise<FoundUser> {
  return inTurn(services, provider, async (transaction) => {
    const { organizationId, changer } = provider
    const username = await acceptUsername(transaction, given.username, undefined)
    const email = emailOf(given)
    const full_name = given.full_name ?? username
    await requireDomains(transaction, organizationId, [email, username])
    await requireFree(transaction, { username, email }, undefined)
    const isActive = given.isActive ?? true
    const sendsInvitation =
      isActive &&
      services.linkOrigin !== null &&
      (await sendsInvitations(transaction, organizationId))
    const user = {
      ...{ username, email, full_name, phone: given.phone, department: given.department },
      role: 'employee',
      organization_id: organizationId,
      is_active: isActive ? 1 : 0,
      locale: given.locale ?? null,
    } as const
    const id = await addUser(services, transaction, user, { caller: changer, sendsInvitation })
    await keepProvided(services, transaction, id, given, null)
    return requireUser(transaction, organizationId, id)
  })
}

/**
 * Changes a user to what `change` makes of them; a call that changes nothing writes nothing.
 * @throws ScimError 403 where a role above employee would be changed, apart from names
 */
export function changeProvisionedUser(
  services: Services,
  provider: Provider,
  id: string,
  change: (before: FoundUser) => GivenUser,
): Promise<FoundUser> {
  return inTurn(services, provider, async (transaction) => {
    const { organizationId, changer } = provider
    // Before the user is read: a status that an admin sets meanwhile is not set back.
    const [user] = await lockUsers(transaction, (column) =>
      column.and([column('id', '=', id), column('organization_id', '=', organizationId)]),
    )
    const before = await requireUser(transaction, organizationId, id)
    const given = change(before)
    const after = await fieldsAfter(transaction, before, given)
    requireEmployee(before, after)
    const added = [
      ...(after.email === before.email ? [] : [after.email]),
      ...(after.username === before.username ? [] : [after.username]),
    ]
    await requireDomains(transaction, organizationId, added)
    const isChanged = changeable.some((field) => after[field] !== before[field])
    if (isChanged && user !== undefined) {
      await requireFree(transaction, after, id)
      await changeUser(services, transaction, user, after, { kind: 'edit', caller: changer })
    }
    if (isChanged || isProvidedChanged(before, given)) {
      await keepProvided(services, transaction, id, given, before.external_id)
    }
    return requireUser(transaction, organizationId, id)
  })
}

const changeable = [
  'username',
  'email',
  'full_name',
  'phone',
  'department',
  'is_active',
  'locale',
] as const

async function fieldsAfter(database: Database, before: FoundUser, given: GivenUser) {
  return {
    username: await acceptUsername(database, given.username, before.id),
    email: given.email ?? before.email,
    full_name: given.full_name ?? before.full_name,
    phone: given.phone,
    department: given.department,
    role: before.role,
    organization_id: before.organization_id,
    is_active: given.isActive === undefined ? before.is_active : given.isActive ? 1 : 0,
    // The user's own choice counts.
    locale: before.locale ?? given.locale ?? null,
  } as const
}

/** @throws ScimError 403: rights of leads are given and taken by super admins alone */
function requireEmployee(
  before: FoundUser,
  after: Pick<FoundUser, 'username' | 'email' | 'is_active'>,
): void {
  if (before.role === 'employee') return
  const isKept = (['username', 'email', 'is_active'] as const).every(
    (field) => after[field] === before[field],
  )
  if (isKept) return
  throw new ScimError(
    403,
    'This user has a role above employee. An administrator of this server changes their userName, email and status.',
  )
}

function emailOf({ email }: GivenUser): string {
  if (email !== undefined) return email
  throw refuse('invalidValue', 'emails: is missing, and the userName is not an email address')
}

/**
 * Also a username that is an address must be of the organization, so that none takes names of another.
 * @throws ScimError 400
 */
async function requireDomains(
  database: Database,
  organizationId: string,
  texts: readonly string[],
): Promise<void> {
  const domains = texts.flatMap((text) => domainOf(text) ?? [])
  if (domains.length === 0) return
  const approved = await approvedDomains(database, organizationId)
  const other = domains.find((domain) => !approved.has(domain))
  if (other === undefined) return
  throw refuse('invalidValue', `${other} is not an approved email domain of the organization`)
}

/** Keeps provided fields that are not the user's own; an id that is omitted stays. */
async function keepProvided(
  { clock }: Services,
  database: Database,
  user_id: string,
  { external_id, given_name, family_name }: GivenUser,
  knownExternalId: string | null,
): Promise<void> {
  const provided = {
    external_id: external_id ?? knownExternalId,
    ...{ given_name, family_name, changed_at: clock().toISOString() },
  }
  await database
    .insertInto('scim_users')
    .values({ user_id, ...provided })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(provided))
    .execute()
}

function isProvidedChanged(before: FoundUser, given: GivenUser): boolean {
  return (
    (given.external_id ?? before.external_id) !== before.external_id ||
    given.given_name !== (before.given_name ?? '') ||
    given.family_name !== (before.family_name ?? '')
  )
}

/** @throws ScimError 404; a user of another organization is as unknown as one that never was */
export async function requireUser(
  database: Database,
  organizationId: string,
  id: string,
): Promise<FoundUser> {
  const user = await findUser(database, organizationId, id)
  if (user === undefined) throw new ScimError(404, 'The organization has no such user')
  return user
}

const conflict = 'A user with this userName or email address exists already'

/**
 * One transaction for each user. A conflict has one answer, whose user it may ever be with.
 */
async function inTurn<Result>(
  { database }: Services,
  provider: Provider,
  work: (transaction: Database) => Promise<Result>,
): Promise<Result> {
  try {
    return await inTurnOf(database, provider.organizationId, () =>
      inTransaction(database, provider, work),
    )
  } catch (cause) {
    const isTaken = cause instanceof HttpError && cause.error.code === 'taken'
    if (isTaken || isUniqueViolation(cause)) {
      throw new ScimError(409, conflict, { scimType: 'uniqueness' })
    }
    throw cause
  }
}

function inTransaction<Result>(
  database: Database,
  provider: Provider,
  work: (transaction: Database) => Promise<Result>,
): Promise<Result> {
  return database.transaction().execute(async (transaction) => {
    // As in the user form: no index spans the addresses of users and aliases.
    await takeAdvisoryLock(transaction, 'addresses of users')
    await recheckProvider(transaction, provider)
    return work(transaction)
  })
}
