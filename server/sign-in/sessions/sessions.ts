import type { SelectQueryBuilder } from 'kysely'
import type { SessionScope } from '../../../contract/sign-in/own-session.ts'
import { clockSkewMs, dayMs, hourMs, isoAfter, minuteMs } from '../../core/clock.ts'
import { hashSecret, newSecret } from '../../core/secrets.ts'
import { isUnavailable } from '../../database/drivers/database-error.ts'
import { prepare } from '../../database/drivers/prepare.ts'
import { newId } from '../../database/id.ts'
import type { Retention } from '../../database/retention.ts'
import { isOneOf } from '../../database/search-index.ts'
import type { Database, Tables } from '../../database/tables/tables.ts'
import type { BrowserWords } from '../../http/browser-words.ts'
import type { Services as AllServices } from '../../http/services.ts'
import type { Session } from '../../http/session.ts'
import { subjectOfUser } from './factor-policy.ts'
import { maySignInAt } from './may-sign-in.ts'

/** The columns that describe a user to their organization's provider, too. */
export const describingColumns = [
  'users.id',
  'users.organization_id',
  'users.username',
  'users.email',
  'users.full_name',
  'users.role',
  'users.department',
  'users.phone',
  'users.is_active',
  'users.locale',
  'users.created_at',
] as const

/** The columns of a user, except the password hash and internal keys. */
export const userColumns = [
  ...describingColumns,
  'users.consented_at',
  'users.last_login_at',
  'users.must_change_password',
  'users.invitation_expires_at',
  'users.managed_organization_id',
  'users.answers_by_mail',
] as const

type Services = Pick<AllServices, 'database' | 'limits' | 'clock'>

/** Where a session is started from, as its user sees it later. */
export interface SessionOrigin extends BrowserWords {
  readonly address: string
  /** The hash of the device cookie; null if there is none. */
  readonly deviceHash: string | null
  readonly isSingleSignOn: boolean
  /** That of the site, if not set. */
  readonly scope?: SessionScope
}

/** How long a session lasts, and how long without use. Users join an extension once, and not each day. */
function livesOf({ sessionHours, sessionIdleMinutes }: Services['limits']) {
  return {
    site: { lifeMs: sessionHours * hourMs, idleMs: sessionIdleMinutes * minuteMs },
    extension: { lifeMs: 365 * dayMs, idleMs: 30 * dayMs },
  } as const satisfies Record<SessionScope, unknown>
}

/** @returns the bearer token; only its hash is stored */
export async function startSession(
  { limits, clock }: Services,
  database: Database,
  userId: string,
  { browser, system, address, deviceHash, isSingleSignOn, scope = 'site' }: SessionOrigin,
): Promise<string> {
  const token = newSecret()
  const now = clock()
  await database
    .insertInto('sessions')
    .values({
      token_hash: hashSecret(token),
      user_id: userId,
      created_at: now.toISOString(),
      last_used_at: now.toISOString(),
      expires_at: isoAfter(now, livesOf(limits)[scope].lifeMs),
      id: newId(),
      browser,
      system,
      address,
      confirmed_at: now.toISOString(),
      device_hash: deviceHash,
      is_single_sign_on: isSingleSignOn ? 1 : 0,
      scope,
    })
    .execute()
  return token
}

const findRow = prepare((database, named: (name: 'tokenHash') => string) =>
  database
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .leftJoin('factor_policies', (join) => join.on('factor_policies.subject', '=', subjectOfUser))
    .leftJoin('organizations', 'organizations.id', 'users.organization_id')
    .leftJoin('scan_totals', 'scan_totals.user_id', 'users.id')
    .select([
      'sessions.id as session_id',
      'sessions.last_used_at',
      'sessions.expires_at',
      'sessions.confirmed_at',
      'factor_policies.policy',
      'factor_policies.set_at',
      'sessions.is_single_sign_on',
      'sessions.scope',
      'organizations.name as organization_name',
      'organizations.locale as organization_locale',
      'scan_totals.risk_sum',
      ...userColumns,
    ])
    .where('sessions.token_hash', '=', named('tokenHash'))
    .where(maySignInAt),
)

/**
 * @returns undefined for an unknown, expired or idle session, for a user who may not sign in, and for a session
 * last used in the future: after the clock was set back its end cannot be known
 */
export async function findSession(
  services: Services,
  token: string,
  { isBackground = false }: { readonly isBackground?: boolean } = {},
): Promise<Session | undefined> {
  const { database, limits, clock } = services
  const tokenHash = hashSecret(token)
  const now = clock()
  const [row] = await findRow(database, { tokenHash })
  if (row === undefined) return undefined
  // Compared as numbers: formatting three times as text is slower than parsing these two.
  const idleMs = now.getTime() - Date.parse(row.last_used_at)
  const isInUse = idleMs < livesOf(limits)[row.scope].idleMs && idleMs >= -clockSkewMs
  const isOpen = Date.parse(row.expires_at) > now.getTime()
  if (!isInUse || !isOpen) return undefined
  const { policy, set_at } = row
  const session: Session = {
    tokenHash,
    id: row.session_id,
    lastUsedAt: row.last_used_at,
    confirmedAt: row.confirmed_at,
    factorPolicy: policy === null || set_at === null ? undefined : { policy, set_at },
    isSingleSignOn: row.is_single_sign_on === 1,
    scope: row.scope,
    // Not a copy without the columns above: every call would wait for it (0156).
    user: row,
    riskSum: row.risk_sum ?? 0,
    organizationName: row.organization_name ?? '',
    organizationLocale: row.organization_locale,
  }
  if (isBackground || idleMs <= minuteMs) return session
  await touchSession(services, tokenHash, now)
  return { ...session, lastUsedAt: now.toISOString() }
}

/** Called at most once a minute, so that not every read costs a write. */
async function touchSession({ database }: Services, tokenHash: string, now: Date): Promise<void> {
  await database
    .updateTable('sessions')
    .set({ last_used_at: now.toISOString() })
    .where('token_hash', '=', tokenHash)
    .execute()
    // Reads continue while the database accepts no writes; the next call tries again.
    .catch((cause: unknown) => {
      if (!isUnavailable(cause)) throw cause
    })
}

/** The user has just proved again who they are. */
export async function confirmSession(
  { clock }: Pick<Services, 'clock'>,
  database: Database,
  { tokenHash }: Pick<Session, 'tokenHash'>,
): Promise<void> {
  await database
    .updateTable('sessions')
    .set({ confirmed_at: clock().toISOString() })
    .where('token_hash', '=', tokenHash)
    .execute()
}

interface EndedSessions {
  /** The users whose sessions end: their ids, or a query for them. */
  readonly of: readonly string[] | SelectQueryBuilder<Tables, 'users', { id: string }>
  /** Only the session with this id. */
  readonly id?: string
  /** Only those that began so. */
  readonly begunBy?: 'password' | 'single-sign-on'
  /** The token hash of a session that stays. */
  readonly except?: string | undefined
}

/** Ends sessions before their time: nothing else does. @returns how many ended */
export async function endSessions(
  database: Database,
  { of, id, begunBy, except }: EndedSessions,
): Promise<number> {
  if ('length' in of && of.length === 0) return 0
  const { numDeletedRows } = await database
    .deleteFrom('sessions')
    .where((column) =>
      column.and([
        'length' in of ? isOneOf(database, 'user_id', of) : column('user_id', 'in', of),
        ...(id === undefined ? [] : [column('id', '=', id)]),
        ...(begunBy === undefined
          ? []
          : [column('is_single_sign_on', '=', begunBy === 'single-sign-on' ? 1 : 0)]),
        ...(except === undefined ? [] : [column('token_hash', '!=', except)]),
      ]),
    )
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** The sessions of a user that `findSession` accepts, the one used last first. */
export function openSessions({ database, limits, clock }: Services, userId: string) {
  const now = clock()
  const { site, extension } = livesOf(limits)
  return database
    .selectFrom('sessions')
    .select(['id', 'browser', 'system', 'address', 'created_at', 'last_used_at', 'scope'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now.toISOString())
    .where((column) =>
      column.or([
        column('last_used_at', '>', isoAfter(now, -site.idleMs)),
        column.and([
          column('scope', '=', 'extension'),
          column('last_used_at', '>', isoAfter(now, -extension.idleMs)),
        ]),
      ]),
    )
    .where('last_used_at', '<=', isoAfter(now, clockSkewMs))
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

export const sessionRetention: Retention = {
  table: 'sessions',
  key: ['token_hash'],
  date: 'expires_at',
  future: 'delete',
  futureDate: 'last_used_at',
}
