import type { KeyScope } from '../../contract/core/key-scope.ts'
import type { Role } from '../../contract/core/permissions.ts'
import type { RefusedReason } from '../../contract/gateways/refused-requests.ts'

/*
 * Ports that all calls may use, and rooms of nouns provide. The start of the server connects both,
 * so that the lower rooms import none of the nouns (decision 0088).
 */

/** The state of the server, changed only by `start.ts`. */
export interface Lifecycle {
  /** The server is stopping and reports that it is not ready, but still answers all requests. */
  isStopping: boolean
  /**
   * The server is about to accept no more connections, and drops what a proxy repeats elsewhere, so
   * that the proxy leaves this server out.
   */
  isLeaving: boolean
}

export interface PasswordHasher {
  /** Runs a task that calls `verify` in a queue slot. @throws HttpError 503 if the queue is full */
  inQueue<Result>(task: () => Promise<Result>): Promise<Result>
  /**
   * Runs in a queue slot.
   * @param check runs in the slot before hashing; if it throws, nothing is hashed
   * @returns a PHC string
   */
  hash(password: string, check?: () => Promise<void>): Promise<string>
  /**
   * Takes the same time for a user without a hash and for an unknown user.
   * @param renew gets the hash of the canonical form, where an older one matched
   */
  verify(
    password: string,
    phc: string | null,
    renew?: (phc: string) => Promise<void>,
  ): Promise<boolean>
}

/** Passwords that were found in data breaches; see decision 0051. */
export interface BreachedPasswords {
  has(password: string): Promise<boolean>
  close(): Promise<void>
}

/** For signed links to receipts. */
export interface ReceiptLinkSettings {
  readonly secret: string
  /** How long a link is valid. */
  readonly minutes: number
}

/** A user whose role did not allow a call. */
export interface DeniedCaller {
  readonly user: { readonly id: string; readonly role: Role }
  readonly address: string
}

/** A key of the operator, for all organizations or for chosen ones. */
export interface OperatorCover {
  readonly operatorKeyId: string
  readonly coversAll: boolean
}

/** The organizations that a gateway key is for. */
export type Cover = { readonly organizationId: string } | OperatorCover

/** A request of a gateway that was not taken, or recipients of one. */
export interface RefusedRequest {
  /** The organization, or the id of a key of the operator; undefined without a known key. */
  readonly subject: string | undefined
  /** How many; 1 if omitted. */
  readonly count?: number
  /** The purpose of the request. */
  readonly scope: KeyScope
  readonly reason: RefusedReason
}
