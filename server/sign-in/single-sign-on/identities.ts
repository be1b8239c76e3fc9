import { subjectTaken } from '../../../contract/sign-in/user-identity.ts'
import { dayMs } from '../../core/clock.ts'
import { HttpError } from '../../core/http-error.ts'
import { takeAdvisoryLock } from '../../database/advisory-lock.ts'
import type { Retention } from '../../database/retention.ts'
import type { Database, UnlinkedIdentities } from '../../database/tables/tables.ts'
import type { Services as AllServices } from '../../http/services.ts'

type Services = Pick<AllServices, 'clock'>

/** An identity: `sub` at an issuer. */
export interface Identity {
  readonly issuer: string
  readonly subject: string
}

/** Identities without a user that an organization is shown. */
const mostUnlinked = 100

/** @returns the identity of a user at an issuer */
export function findIdentity(database: Database, userId: string, issuer: string) {
  return database
    .selectFrom('identity_links')
    .select(['issuer', 'subject', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .where('issuer', '=', issuer)
    .executeTakeFirst()
}

/** The lock decides between two links of one identity; it lasts until the transaction ends. */
export async function lockIdentity(database: Database, { issuer, subject }: Identity) {
  await takeAdvisoryLock(database, `identity ${issuer} ${subject}`)
}

/**
 * Links an identity to a user, in place of the user's earlier one at this issuer.
 * @throws HttpError 409 if it is another user's
 */
export async function linkIdentity(
  { clock }: Services,
  database: Database,
  userId: string,
  { issuer, subject }: Identity,
): Promise<void> {
  await lockIdentity(database, { issuer, subject })
  const owner = await database
    .selectFrom('identity_links')
    .select('user_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  if (owner !== undefined && owner.user_id !== userId) throw new HttpError(subjectTaken, {})
  await database
    .insertInto('identity_links')
    .values({
      user_id: userId,
      ...{ issuer, subject },
      created_at: clock().toISOString(),
      last_used_at: null,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'issuer'])
        .doUpdateSet({ subject, created_at: clock().toISOString(), last_used_at: null }),
    )
    .execute()
  await database
    .deleteFrom('unlinked_identities')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .execute()
}

/** Keeps an identity that belongs to no user, so that an admin can link it by hand. */
export async function noteUnlinked(
  { clock }: Services,
  database: Database,
  identity: Omit<UnlinkedIdentities, 'seen_at'>,
): Promise<void> {
  const seen_at = clock().toISOString()
  await database
    .insertInto('unlinked_identities')
    .values({ ...identity, seen_at })
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'issuer', 'subject'])
        .doUpdateSet({ seen_at, email: identity.email }),
    )
    .execute()
  await database
    .deleteFrom('unlinked_identities')
    .where('organization_id', '=', identity.organization_id)
    .where('seen_at', '<', (query) =>
      query
        .selectFrom('unlinked_identities as kept')
        .select('kept.seen_at')
        .where('kept.organization_id', '=', identity.organization_id)
        .orderBy('kept.seen_at', 'desc')
        .offset(mostUnlinked - 1)
        .limit(1),
    )
    .execute()
}

export function listUnlinked(database: Database, organizationId: string, issuer: string) {
  return database
    .selectFrom('unlinked_identities')
    .select(['subject', 'email', 'seen_at'])
    .where('organization_id', '=', organizationId)
    .where('issuer', '=', issuer)
    .orderBy('seen_at', 'desc')
    .limit(mostUnlinked)
    .execute()
}

export const unlinkedRetention: Retention = {
  table: 'unlinked_identities',
  key: ['organization_id', 'issuer', 'subject'],
  date: 'seen_at',
  keptMs: 30 * dayMs,
}
