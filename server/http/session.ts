import type { Selectable, SelectQueryBuilder } from 'kysely'
import type { Restriction } from '../../contract/core/endpoint.ts'
import type { GatewayAccess } from '../../contract/core/key-scope.ts'
import type { Locale } from '../../contract/core/locale.ts'
import type { RefusedReason } from '../../contract/gateways/refused-requests.ts'
import type { SessionScope } from '../../contract/sign-in/own-session.ts'
import type { Clock } from '../core/clock.ts'
import type { Limits } from '../core/configuration.ts'
import type { HttpError } from '../core/http-error.ts'
import type { Cover } from '../core/ports.ts'
import type { Users } from '../database/tables/accounts.ts'
import type { Database, Tables } from '../database/tables/tables.ts'

/** A session and its signed-in user. */
export interface Session {
  readonly tokenHash: string
  readonly id: string
  /** When the user last proved who they are. */
  readonly confirmedAt: string
  /** When a call last extended it, to the minute; includes this call unless it is background. */
  readonly lastUsedAt: string
  /** The policy that the user falls under; undefined where second factors are optional. */
  readonly factorPolicy: Pick<Tables['factor_policies'], 'policy' | 'set_at'> | undefined
  /** Whether it began by single sign-on. */
  readonly isSingleSignOn: boolean
  readonly scope: SessionScope
  /*
   * Every screen shows these of the user. It is read with the session, so that the check of it,
   * with which every screen begins, is one statement.
   */
  /** Empty without an organization. */
  readonly organizationName: string
  readonly organizationLocale: Locale | null
  /** See risk-score.ts; 0 without mail. */
  readonly riskSum: number
  readonly user: Omit<
    Selectable<Users>,
    'password_hash' | 'username_key' | 'look_alike_key' | 'removed_at' | 'name_key' | 'search_text'
  >
}

/** Those services of a call that are needed to find out who makes it. */
interface Needed {
  readonly database: Database
  readonly clock: Clock
  readonly limits: Limits
  readonly asksForOwnPassword: boolean
  readonly gatewayNetworks: string
}

/**
 * The knowledge of a caller that sign-in and gateways have; the start of the server connects them.
 */
export interface Authentication {
  /** @returns undefined without a valid session, which a call that is not background extends */
  readonly findSession: (
    needed: Needed,
    token: string,
    use?: { readonly isBackground: boolean },
  ) => Promise<Session | undefined>
  /** @returns what the user has to do before other calls; undefined if there is nothing */
  readonly restrictionOf: (needed: Needed, session: Session) => Promise<Restriction | undefined>
  /** Ends the sessions of users, which are given as a query for their ids. */
  readonly endSessions: (
    transaction: Database,
    of: { readonly of: SelectQueryBuilder<Tables, 'users', { id: string }> },
  ) => Promise<unknown>
  /** Notes that the key was used, if it is accepted. */
  readonly admitGateway: (
    needed: Needed,
    request: GatewayRequest,
  ) => Promise<AdmittedKey | RefusedKey>
}

/** A request of a gateway. */
export interface GatewayRequest {
  readonly access: GatewayAccess
  readonly address: string
  /** The key as it was sent. */
  readonly given: string | undefined
}

interface AdmittedKey {
  readonly cover: Cover
}

/** Why a request is refused, for the counts and for its sender. */
export interface RefusedKey {
  /** The organization, or the id of a key of the operator; undefined without a known key. */
  readonly subject: string | undefined
  readonly reason: RefusedReason
  readonly error: HttpError
}

export type Right = Pick<Users, 'role' | 'organization_id' | 'managed_organization_id'>

/**
 * Whether a user may manage the own organization. The right names the organization and holds only
 * for a team lead in it, so that no change of role or organization, however it is written, takes it along.
 */
export function managesOrganization({
  role,
  organization_id,
  managed_organization_id,
}: Right): boolean {
  return (
    role === 'team_lead' &&
    managed_organization_id !== null &&
    managed_organization_id === organization_id
  )
}

/** For `mayUse`. */
export function permittedUser(user: Right) {
  return { role: user.role, manages_organization: managesOrganization(user) }
}
