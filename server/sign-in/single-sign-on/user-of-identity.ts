import { type Actor, recordAct } from '../../audit/audit.ts'
import type { Users } from '../../database/tables/accounts.ts'
import type { Database } from '../../database/tables/tables.ts'
import type { Services } from '../../http/services.ts'
import { approvedDomains } from '../../organizations/organizations.ts'
import { maySignIn } from '../sessions/may-sign-in.ts'
import type { Attempt } from './attempts.ts'
import {
  type Claims,
  type Identity,
  linkIdentity,
  lockIdentity,
  namedEmail,
  noteUnlinked,
  provenEmail,
} from './identities.ts'

type Found = Pick<Users, 'id' | 'role'>

/**
 * The user whom an identity signs in, of the provider's own organization: the linked one, or at the first
 * time the one with the proven address. No user is created. An identity without a user is kept for
 * an admin.
 */
export async function findUserOf(
  services: Services,
  database: Database,
  { organization_id, issuer }: Attempt,
  claims: Claims,
  address: string,
): Promise<Found | undefined> {
  const identity = { issuer, subject: claims.sub }
  await lockIdentity(database, identity)
  const linked = await findLinked(database, identity)
  if (linked !== undefined) {
    const isAllowed = linked.organization_id === organization_id && linked.may_sign_in
    if (!isAllowed) {
      await recordFailure(services, database, linked.id, address)
      return undefined
    }
    await noteUse(services, database, linked.id, issuer)
    return linked
  }
  const approved = await approvedDomains(database, organization_id)
  const email = provenEmail(issuer, claims, approved)
  const user =
    email === undefined
      ? undefined
      : await findByEmail(database, organization_id, { issuer, email })
  if (user === undefined) {
    const named = namedEmail(claims) ?? ''
    await noteUnlinked(services, database, { organization_id, ...identity, email: named })
    await recordFailure(services, database, null, address)
    return undefined
  }
  await linkIdentity(services, database, user.id, identity)
  await noteUse(services, database, user.id, issuer)
  await recordAct(
    services,
    database,
    { actor_id: user.id, actor_role: user.role, address },
    { action: 'identity-link', target: 'user', targetId: user.id },
  )
  return user
}

async function noteUse(
  { clock }: Services,
  database: Database,
  userId: string,
  issuer: string,
): Promise<void> {
  await database
    .updateTable('identity_links')
    .set({ last_used_at: clock().toISOString() })
    .where('user_id', '=', userId)
    .where('issuer', '=', issuer)
    .execute()
}

/** With the linked user as they are; whether they may sign in is said, so that no other user is looked for. */
async function findLinked(database: Database, { issuer, subject }: Identity) {
  const row = await database
    .selectFrom('identity_links')
    .innerJoin('users', 'users.id', 'identity_links.user_id')
    .select(['users.id', 'users.role', 'users.organization_id'])
    .where('identity_links.issuer', '=', issuer)
    .where('identity_links.subject', '=', subject)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const active = await database
    .selectFrom('users')
    .select('users.id')
    .where('users.id', '=', row.id)
    .where(maySignIn)
    .executeTakeFirst()
  return { ...row, may_sign_in: active !== undefined }
}

/**
 * Never a super admin: the provider of a customer does not decide who runs the server. Nor a user who has
 * an identity at this provider: the address may have been given to another person there.
 */
function findByEmail(
  database: Database,
  organizationId: string,
  { issuer, email }: { readonly issuer: string; readonly email: string },
): Promise<Found | undefined> {
  return database
    .selectFrom('users')
    .select(['users.id', 'users.role'])
    .where('users.organization_id', '=', organizationId)
    .where('users.email', '=', email)
    .where('users.role', '!=', 'super_admin')
    .where('users.removed_at', 'is', null)
    .where(maySignIn)
    .where((column) =>
      column.not(
        column.exists(
          column
            .selectFrom('identity_links')
            .select('identity_links.user_id')
            .whereRef('identity_links.user_id', '=', 'users.id')
            .where('identity_links.issuer', '=', issuer),
        ),
      ),
    )
    .executeTakeFirst()
}

function recordFailure(
  services: Services,
  database: Database,
  userId: string | null,
  address: string,
): Promise<void> {
  const actor: Actor = { actor_id: null, actor_role: 'nobody', address }
  return recordAct(services, database, actor, {
    action: 'failed-sign-in',
    target: 'user',
    targetId: userId,
    detail: 'single-sign-on',
  })
}
