import { clockSkewMs, hourMs, isoAfter, minuteMs } from '../../core/clock.ts'
import { hashSecret, newSecret } from '../../core/secrets.ts'
import type { Retention } from '../../database/retention.ts'
import { isOneOf } from '../../database/search-index.ts'
import type { AccountLinks, Users } from '../../database/tables/accounts.ts'
import type { Database } from '../../database/tables/tables.ts'
import type { Services } from '../../http/services.ts'
import { maySignIn } from '../sessions/may-sign-in.ts'

export type LinkPurpose = AccountLinks['purpose']

/** How long a link works. */
const linkLifeMs: Readonly<Record<LinkPurpose, number>> = {
  invitation: 72 * hourMs,
  'password-reset': 30 * minuteMs,
}

/** A link is bound to these: a change of either ends it, whatever changed it. */
type Bound = Pick<Users, 'id' | 'password_hash' | 'email'>

export interface NewLink {
  readonly secret: string
  readonly expiresAt: string
}

/** @param origin who sent an invitation, or the known browser that asked for a new password */
export async function createLink(
  database: Database,
  { clock }: Pick<Services, 'clock'>,
  purpose: LinkPurpose,
  user: Bound,
  origin: Partial<Pick<AccountLinks, 'invited_by' | 'device_hash'>> = {},
): Promise<NewLink> {
  const secret = newSecret()
  const now = clock()
  const expiresAt = isoAfter(now, linkLifeMs[purpose])
  await database
    .insertInto('account_links')
    .values({
      secret_hash: hashSecret(secret),
      user_id: user.id,
      purpose,
      bound_to: boundTo(user),
      created_at: now.toISOString(),
      expires_at: expiresAt,
      ...{ invited_by: null, device_hash: null, ...origin },
    })
    .execute()
  return { secret, expiresAt }
}

const columns = [
  'account_links.purpose',
  'account_links.bound_to',
  'account_links.created_at',
  'account_links.expires_at',
  'account_links.invited_by',
  'users.id',
  'users.username',
  'users.email',
  'users.full_name',
  'users.organization_id',
  'users.role',
  'users.password_hash',
] as const

/**
 * @returns undefined for a link that is unknown, used or too old, and for a user who may not
 * sign in, is removed or has changed; a link from a clock that was ahead is of an unknown age
 */
export async function findLink(
  database: Database,
  { clock }: Pick<Services, 'clock'>,
  secret: string,
) {
  const link = await database
    .selectFrom('account_links')
    .innerJoin('users', 'users.id', 'account_links.user_id')
    .select(columns)
    .where('account_links.secret_hash', '=', hashSecret(secret))
    .where(maySignIn)
    .where('users.removed_at', 'is', null)
    .executeTakeFirst()
  if (link === undefined) return undefined
  const now = clock()
  const isOpen =
    link.expires_at > now.toISOString() && link.created_at <= isoAfter(now, clockSkewMs)
  return isOpen && link.bound_to === boundTo(link) ? link : undefined
}

/** Locks the user of a link until the transaction ends. Read the link afterwards. */
export async function lockUserOf(transaction: Database, secret: string): Promise<void> {
  await transaction
    .selectFrom('users')
    .select('id')
    .where('id', 'in', (query) =>
      query
        .selectFrom('account_links')
        .select('user_id')
        .where('secret_hash', '=', hashSecret(secret)),
    )
    .forUpdate()
    .execute()
}

/** Ends the links of users, of one purpose or of all. */
export async function endLinks(
  database: Database,
  userIds: readonly string[],
  purpose?: LinkPurpose,
): Promise<void> {
  if (userIds.length === 0) return
  const links = database.deleteFrom('account_links').where(isOneOf(database, 'user_id', userIds))
  await (purpose === undefined ? links : links.where('purpose', '=', purpose)).execute()
}

export const linkRetention: Retention = {
  table: 'account_links',
  key: ['secret_hash'],
  date: 'expires_at',
  future: 'delete',
  aheadMs: linkLifeMs.invitation,
}

function boundTo({ id, password_hash, email }: Bound): string {
  return hashSecret([id, password_hash ?? '', email].join('\n'))
}
