import { lastAdmin, ownDeactivation } from '../../../contract/users/save-user.ts'
import { HttpError } from '../../core/http-error.ts'
import { takeAdvisoryLock } from '../../database/advisory-lock.ts'
import { isOneOf } from '../../database/search-index.ts'
import type { Users } from '../../database/tables/accounts.ts'
import type { Database } from '../../database/tables/tables.ts'
import { changeFlagRevisions, moveFlags } from '../../flags/flags.ts'
import { requireRecentConfirmation } from '../../http/authentication.ts'
import type { Services as AllServices } from '../../http/services.ts'
import { managesOrganization } from '../../http/session.ts'
import { writeAliases } from '../../organizations/organizations.ts'
import {
  endLinks,
  endSessions,
  forgetAllFailures,
  forgetDevices,
  isPasswordRefused,
  lockFactors,
  removeFactors,
} from '../../sign-in/sign-in.ts'
import type { LockedUser } from './locked-user.ts'
import { announce, record, tellUser } from './tell-of-change.ts'
import {
  type Cause,
  type Change,
  type Changer,
  changeOf,
  differences,
  endsLinks,
  has,
  having,
  idsOf,
  type UserAfter,
} from './user-change.ts'

type Services = Pick<AllServices, 'clock' | 'mailDomain'>

interface Changed {
  readonly id: string
  /** The names of the fields that differ. */
  readonly fields: readonly string[]
  /** How many second factors were removed. */
  readonly removedFactors: number
}

/** A change of one of these fields alters the flags that gateways read. */
const altersFlags = ['email', 'aliases', 'is_active', 'organization_id'] as const

/**
 * Changes a user, and does all that follows: nothing else writes these columns.
 * @param transaction the one that locked `before`
 * @throws HttpError 409 for the last active super admin and for a caller who would become inactive,
 * 403 without a recent confirmation where the change lets a user do more
 */
export async function changeUser(
  services: Services,
  transaction: Database,
  before: LockedUser,
  after: UserAfter,
  cause: Cause,
): Promise<Changed> {
  const [changed] = await changeUsers(services, transaction, [before], after, cause)
  if (changed === undefined) throw new Error('one user was changed')
  return changed
}

/** Changes several users in the same way; see `changeUser`. */
export async function changeUsers(
  services: Services,
  transaction: Database,
  users: readonly LockedUser[],
  after: UserAfter,
  cause: Cause,
): Promise<readonly Changed[]> {
  const changes = users.map((before) => changeOf(services, before, after, cause))
  for (const change of changes) requireAllowed(services, change, cause)
  await write(transaction, changes)
  const removed = await removeAllFactors(transaction, changes)
  await endAccess(transaction, changes, removed, cause)
  await changeFlagRevisions(
    transaction,
    having(changes, altersFlags).flatMap((change) => [
      change.before.organization_id,
      change.after.organization_id,
    ]),
  )
  for (const { before, after } of having(changes, ['organization_id'])) {
    await noteJoin(services, transaction, before.id)
    await moveFlags(transaction, before.id, before.organization_id, after.organization_id)
  }
  for (const change of changes) {
    await tellUser(services, transaction, change, removed.get(change.before.id) ?? 0, cause)
  }
  if (cause.kind === 'edit') await announce(services, transaction, changes)
  for (const change of changes) await record(services, transaction, change, cause)
  return changes.map(({ before: { id }, fields }) => ({
    id,
    fields,
    removedFactors: removed.get(id) ?? 0,
  }))
}

async function write(database: Database, changes: readonly Change[]): Promise<void> {
  // Users who change in the same columns to the same values need one statement.
  const bySet = Map.groupBy(changes, ({ before, after }) =>
    JSON.stringify(differences(before, after)),
  )
  for (const [first, ...others] of bySet.values()) {
    if (first === undefined) continue
    const set = differences(first.before, first.after)
    if (Object.keys(set).length === 0) continue
    const ids = [first, ...others].map(({ before }) => before.id)
    await database
      .updateTable('users')
      .set(set)
      .where(isOneOf(database, 'id', ids))
      .execute()
  }
  for (const { before, aliases } of having(changes, ['aliases'])) {
    await writeAliases(database, before.id, aliases)
  }
  // All of them are changed by now.
  const admin = changes.find(
    (change) => isActiveAdmin(change.before) && !isActiveAdmin(change.after),
  )
  if (admin !== undefined) await requireAnotherAdmin(database, admin.before.id)
}

/** @returns how many second factors each user had */
async function removeAllFactors(
  database: Database,
  changes: readonly Change[],
): Promise<ReadonlyMap<string, number>> {
  const removed = new Map<string, number>()
  for (const { before, removesFactors } of changes) {
    if (!removesFactors) continue
    await lockFactors(database, before.id)
    removed.set(before.id, await removeFactors(database, before.id))
  }
  return removed
}

/** Earlier mail of the user is not for the new team. */
async function noteJoin({ clock }: Services, database: Database, id: string): Promise<void> {
  const joined_at = clock().toISOString()
  await database
    .insertInto('organization_joins')
    .values({ user_id: id, joined_at })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ joined_at }))
    .execute()
}

function isActiveAdmin({ role, is_active }: Users): boolean {
  return role === 'super_admin' && is_active === 1
}

/**
 * Ensures that another active super admin remains. The lock makes concurrent removals of the last two
 * admins run one after the other.
 * @param id the user who is about to lose the role
 * @throws HttpError 409
 */
export async function requireAnotherAdmin(database: Database, id: string): Promise<void> {
  await takeAdvisoryLock(database, 'last-admin')
  const other = await database
    .selectFrom('users')
    .select('id')
    .where('is_active', '=', 1)
    .where('role', '=', 'super_admin')
    .where('id', '!=', id)
    .limit(1)
    .executeTakeFirst()
  if (other === undefined) {
    throw new HttpError(lastAdmin, {})
  }
}

/** A change of one of these fields ends the user's sessions. */
const endsSessions = ['role', 'is_active', 'password_hash'] as const

/** Ends what was begun before the change and must not outlive it: sessions, links and known browsers. */
async function endAccess(
  database: Database,
  changes: readonly Change[],
  removedFactors: ReadonlyMap<string, number>,
  cause: Cause,
): Promise<void> {
  // The session that made the change stays valid.
  const except = 'caller' in cause ? cause.caller.tokenHash : undefined
  const losesFactors = ({ before }: Change) => (removedFactors.get(before.id) ?? 0) > 0
  const ended = changes.filter((each) => has(each.fields, endsSessions) || losesFactors(each))
  await endSessions(database, { of: idsOf(ended), except })
  await endLinks(database, idsOf(having(changes, endsLinks)))
  for (const change of having(changes, ['organization_id'])) {
    await endForeignSessions(database, change.before.id, except)
  }
  for (const change of changes) {
    const hasNewPassword = change.fields.includes('password_hash')
    if (!hasNewPassword && !losesFactors(change)) continue
    // The next sign-in is that of a browser that is not known, and the user gets a mail about it.
    const { id, username_key } = change.before
    await forgetDevices(database, id, isCaller(id, cause) ? { tokenHash: except ?? '' } : undefined)
    // They were guesses at the former password; the user need not wait for them.
    if (hasNewPassword) await forgetAllFailures(database, username_key)
  }
}

/** Ends the sessions that could not begin in the new organization. */
async function endForeignSessions(
  database: Database,
  userId: string,
  except: string | undefined,
): Promise<void> {
  await endSessions(database, { of: [userId], begunBy: 'single-sign-on', except })
  if (!(await isPasswordRefused(database, userId))) return
  await endSessions(database, { of: [userId], begunBy: 'password', except })
}

function isCaller(id: string, cause: Cause): boolean {
  return 'caller' in cause && cause.caller.user.id === id
}

/**
 * With these a user signs in or gets a link to a new password, and the admins and the identity provider of
 * the organization change the first two, so that a change of any opens an account.
 */
const opensAccount = ['username', 'email', 'password_hash', 'organization_id'] as const

/** @throws HttpError */
function requireAllowed(services: Pick<Services, 'clock'>, change: Change, cause: Cause): void {
  if (cause.kind !== 'edit') return
  const { before, after } = change
  const { caller } = cause
  if (before.id === caller.user.id && before.is_active === 1 && after.is_active === 0) {
    throw new HttpError(ownDeactivation, {})
  }
  if (needsConfirmation(change, caller)) requireRecentConfirmation(services, caller)
}

/**
 * The token of an identity provider proves each call that changes names, addresses
 * and status.
 */
function needsConfirmation({ before, after, fields }: Change, { user }: Changer): boolean {
  const isRaised = rank[after.role] > rank[before.role]
  const getsRight = !managesOrganization(before) && managesOrganization(after)
  const isByProvider = user.role === 'scim-token'
  const isOpened = has(fields, opensAccount) || (before.is_active === 0 && after.is_active === 1)
  return isRaised || getsRight || (isOpened && !isByProvider)
}

const rank: Readonly<Record<Users['role'], number>> = { employee: 0, team_lead: 1, super_admin: 2 }
