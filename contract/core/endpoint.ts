import type * as v from 'valibot'
import type { GatewayAccess } from './key-scope.ts'
import type { Permission } from './permissions.ts'

type AnySchema = v.GenericSchema<unknown, unknown>

/**
 * Who may make a call: anyone, a gateway with its organization's key of the right scope, any signed-in
 * user, or a user with a permission.
 */
export type Access = 'public' | GatewayAccess | 'signed-in' | Permission

/** What a user may have to do before anything else: set a password of their own, or add a factor. */
export type Restriction = 'own-password' | 'factor'

/**
 * One call of the contract. The site sends `input` and parses the response with `output`; the server
 * parses the request with `input` and its response with `output`.
 */
export interface Endpoint<
  Input extends AnySchema = AnySchema,
  Output extends AnySchema = AnySchema,
> {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** Relative to the API's base, which ends in `/api`. A segment like `:id` is an input field. */
  readonly path: `/${string}`
  /** Where the call was before; clients from then still find it there. */
  readonly formerPath?: `/${string}`
  readonly access: Access
  /**
   * Fields that the path names are sent in the path, the others in the query of a GET and in the JSON
   * body of other methods. `noInput` for calls that send nothing.
   */
  readonly input: Input
  readonly output: Output
  /** The media type of an answer that is not JSON; it is one string. */
  readonly answerType?: 'text/plain' | 'text/csv'
  /** Sends the browser's cookies, to an API of another origin too. Only calls of sign-in do. */
  readonly sendsCookies?: boolean
  /** A page makes this call without user action, so it does not count as use of the session. */
  readonly isBackground?: boolean
  /** It works for users who must do something first: whatever it is, or to do this. */
  readonly isOpenWhileRestricted?: true | Restriction
  /**
   * The user must have proven who they are within the last ten minutes: by signing in, or with
   * `POST /auth/confirm`.
   */
  readonly requiresRecentConfirmation?: true
  /** A report that may be repeated under an `Idempotency-Key`. */
  readonly takesIdempotencyKey?: true
  /**
   * The answer has sentences of Aman, in the language that `locale` in the query names: English without
   * it. The site names the language of its page.
   */
  readonly takesLocale?: true
  /** The largest request body in bytes; the server's default if not set. */
  readonly bodyLimitBytes?: number
  /** The media type of a body that is not JSON; the input is then its bytes. */
  readonly mediaType?: `${string}/${string}`
  /** How long the site waits for the answer; its default if not set. */
  readonly timeoutMs?: number
}

export type InputOf<E extends Endpoint> = v.InferInput<E['input']>
export type ParsedInputOf<E extends Endpoint> = v.InferOutput<E['input']>
export type AnswerOf<E extends Endpoint> = v.InferInput<E['output']>
export type OutputOf<E extends Endpoint> = v.InferOutput<E['output']>

/** Keeps the precise types of the schemas, which a type annotation would widen. */
export function defineEndpoint<const E extends Endpoint>(endpoint: E): E {
  return endpoint
}
