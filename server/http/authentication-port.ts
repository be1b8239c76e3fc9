import type { SelectQueryBuilder } from 'kysely'
import type { Restriction } from '../../contract/core/endpoint.ts'
import type { GatewayAccess } from '../../contract/core/key-scope.ts'
import type { RefusedReason } from '../../contract/gateways/refused-requests.ts'
import type { Clock } from '../core/clock.ts'
import type { Limits } from '../core/configuration.ts'
import type { HttpError } from '../core/http-error.ts'
import type { Cover } from '../core/ports.ts'
import type { Database, Tables } from '../database/tables/tables.ts'
import type { Session } from './session.ts'

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
