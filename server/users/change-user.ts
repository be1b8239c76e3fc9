import { latinSkeleton } from '../../contract/flags/look-alikes.ts'
import { ownDeactivation, unknownUser } from '../../contract/users/admin-users-save.ts'
import { actorOf, recordAct } from '../audit/record.ts'
import { HttpError } from '../core/http-error.ts'
import type { Services } from '../core/services.ts'
import { searchKeysOfUser } from '../database/search-text.ts'
import type { Database, Users } from '../database/tables/tables.ts'
import { changeFlagRevisions } from '../flags/revision.ts'
import { requireRecentConfirmation } from '../http/authentication.ts'
import type { Caller } from '../http/bind.ts'
import type { Notice } from '../mail/notices/notice.ts'
import { queueNotice } from '../mail/notices/queue-notice.ts'
import { keepReplacedEmail } from '../mail/notices/replaced-emails.ts'
import { aliasesBeside, readAliases, writeAliases } from '../organizations/aliases.ts'
import { forgetDevices } from '../sign-in/sessions/known-devices.ts'
import { announceUsers } from '../webhooks/announce.ts'
import { requireAnotherAdmin } from './last-admin.ts'
import { managesOrganization, rightAfter } from './organization-admin.ts'
import { type NewUser, usernameKey } from './users.ts'

/** With a right of team leads; omitted, it stays. */
type ChangedUser = NewUser & { readonly manages_organization?: boolean | undefined }

/** Who changes a user: another user, or an identity provider with its token. */
export type Changer = Pick<Caller, 'tokenHash' | 'confirmedAt'> & Parameters<typeof actorOf>[0]

/**
 * With these a user signs in or gets a link to a new password, and the admins and the identity provider of
 * the organization change the first two, so that a change of any opens an account.
 */
const opensAccount = ['username', 'email', 'password_hash', 'organization_id'] as const

/** A change of one of these fields ends the user's sessions. */
const endsSessions = ['role', 'is_active', 'password_hash'] as const

/** A change of one of these fields alters the flags that gateways read. */
const altersFlags = ['email', 'aliases', 'is_active', 'organization_id'] as const

/**
 * @throws HttpError 404 for an unknown user, 409 for the last active super admin, 403 without a recent
 * confirmation where the change lets the caller do more
 */
export async function changeUser(
  services: Services,
  database: Database,
  id: string,
  { aliases: given, manages_organization, ...fields }: ChangedUser,
  caller: Changer,
): Promise<void> {
  const before = await database
    .selectFrom('users')
    .selectAll()
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (before === undefined) throw new HttpError(unknownUser, {})
  const known = (await readAliases(database, [id])).get(id) ?? []
  // The new address of a user may have been an alias before.
  const aliases = aliasesBeside(fields.email, given ?? known)
  const after: Users = {
    ...before,
    ...fields,
    ...usernameKeys(before, fields.username),
    ...searchKeysOfUser({ ...fields, aliases }),
  }
  after.managed_organization_id = rightAfter(before, after, manages_organization)
  if (id === caller.user.id && before.is_active === 1 && after.is_active === 0) {
    throw new HttpError(ownDeactivation, {})
  }
  const hasOtherAliases = aliases.join(' ') !== known.join(' ')
  const changed = [...changedFields(before, after), ...(hasOtherAliases ? ['aliases'] : [])]
  if (needsConfirmation(before, after, changed, caller)) requireRecentConfirmation(services, caller)
  if (isActiveAdmin(before) && !isActiveAdmin(after)) await requireAnotherAdmin(database, id)
  await database.updateTable('users').set(after).where('id', '=', id).execute()
  if (hasOtherAliases) await writeAliases(database, id, aliases)
  if (endsSessions.some((field) => changed.includes(field))) {
    // The session that made the change stays valid.
    await database
      .deleteFrom('sessions')
      .where('user_id', '=', id)
      .where('token_hash', '!=', caller.tokenHash)
      .execute()
  }
  if (altersFlags.some((field) => changed.includes(field))) {
    await changeFlagRevisions(database, [before.organization_id, after.organization_id])
  }
  if (changed.includes('password_hash')) await forgetDevices(database, id)
  if (changed.includes('organization_id')) await noteJoin(services, database, id)
  if (before.email !== after.email && hasCome(before)) {
    await keepReplacedEmail(services, database, id, before.email)
  }
  for (const notice of noticesOf(before, after, caller)) {
    await queueNotice(services, database, before, notice)
  }
  if (changed.length > 0) {
    await announceUsers(services, database, [
      {
        id,
        organizationId: after.organization_id,
        formerOrganizationId: before.organization_id,
        change: changeOf(before, after),
      },
    ])
  }
  await recordAct(services, database, actorOf(caller), {
    action: 'user-change',
    target: 'user',
    targetId: id,
    detail: changed.map((field) => describeChange(field, before, after)).join(', '),
  })
}

/** A1015, A1141. The token of an identity provider proves each call that changes names and addresses. */
function needsConfirmation(
  before: Users,
  after: Users,
  changed: readonly string[],
  { user }: Changer,
): boolean {
  const isRaised = before.role !== 'super_admin' && after.role === 'super_admin'
  const getsRight = !managesOrganization(before) && managesOrganization(after)
  const isByProvider = user.role === 'scim-token'
  const isOpened = opensAccount.some((field) => changed.includes(field))
  return isRaised || getsRight || (isOpened && !isByProvider)
}

/** What the user's mail was before is not for the new team. */
async function noteJoin({ clock }: Services, database: Database, id: string): Promise<void> {
  const joined_at = clock().toISOString()
  await database
    .insertInto('organization_joins')
    .values({ user_id: id, joined_at })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ joined_at }))
    .execute()
}

/** What the user is told of a change of their account. */
function noticesOf(before: Users, after: Users, caller: Changer): Notice[] {
  const by = before.id === caller.user.id ? 'user' : 'administrator'
  const { email: from, role } = before
  return [
    ...(from === after.email || !hasCome(before)
      ? []
      : [{ kind: 'email-changed', from, to: after.email } as const]),
    ...(role === after.role ? [] : [{ kind: 'role-changed', from: role, to: after.role } as const]),
    ...(managesOrganization(before) === managesOrganization(after)
      ? []
      : [{ kind: 'right-changed', isGiven: managesOrganization(after) } as const]),
    ...(before.password_hash === after.password_hash
      ? []
      : [{ kind: 'password-changed', by } as const]),
  ]
}

/** Before that, the address may be a mistake that belongs to a stranger, who is told nothing (A1131). */
function hasCome({ password_hash, last_login_at }: Users): boolean {
  return password_hash !== null || last_login_at !== null
}

function changeOf(before: Users, after: Users) {
  if (before.is_active === after.is_active) return 'changed'
  return after.is_active === 1 ? 'activated' : 'deactivated'
}

function isActiveAdmin({ role, is_active }: Users): boolean {
  return role === 'super_admin' && is_active === 1
}

/** An unchanged username keeps its stored keys, even if they differ from what is computed now. */
function usernameKeys(before: Users, username: string) {
  const username_key = usernameKey(username)
  const isSame = username_key === before.username_key
  const look_alike_key = isSame ? before.look_alike_key : latinSkeleton(username)
  return { username_key, look_alike_key }
}

/** The old and new value of a permission field, but only the field's name for personal data. */
function describeChange(field: string, before: Users, after: Users): string {
  switch (field) {
    case 'role':
    case 'organization_id':
      return `${field} from ${before[field] ?? 'none'} to ${after[field] ?? 'none'}`
    case 'managed_organization_id':
      return `manages_organization from ${managesOrganization(before)} to ${managesOrganization(after)}`
    case 'is_active':
      return `is_active from ${before.is_active === 1} to ${after.is_active === 1}`
    default:
      return field.replace('_hash', '')
  }
}

function changedFields(before: Users, after: Users): string[] {
  const { username_key, look_alike_key, name_key, search_text, must_change_password, ...shown } =
    after
  const old = new Map(Object.entries(before))
  return Object.entries(shown).flatMap(([name, value]) => (old.get(name) === value ? [] : [name]))
}
