import type * as v from 'valibot'
import { acknowledgement, noInput } from './basic.ts'
import type { ErrorDefinition } from './errors.ts'
import type { GatewayAccess } from './key-scope.ts'
import type { Permission } from './permissions.ts'

type AnySchema = v.GenericSchema<unknown, unknown>

/**
 * Who may make a call: anyone, a gateway with its organization's key of the right scope, any signed-in
 * user, or a user with a permission.
 */
export type Access = 'public' | GatewayAccess | 'signed-in' | Permission

/**
 * A user may have to do this before anything else: set a password of their own, or add a factor.
 */
export type Restriction = 'own-password' | 'factor'

/** The description of a call, for the server, the OpenAPI document and the tests. */
interface Description {
  readonly summary: string
  readonly description?: string
  /** Where those that the fields make are not accepted, or there are no fields. */
  readonly examples?: { readonly input?: unknown; readonly output?: unknown }
  /** Errors of this call; `common-errors.ts` adds those that follow from access and method. */
  readonly errors?: readonly ErrorDefinition[]
  /** The meaning of 200, where it is not simply done. */
  readonly done?: string
  /** The meaning of 207, where a call can be done in part. */
  readonly doneInPart?: string
  /** The meaning of 304, where a client can send the `ETag` of an earlier answer. */
  readonly unchanged?: string
  /** It never asks the database. */
  readonly isWithoutDatabase?: true
}

/**
 * One call of the contract. The site sends `input` and parses the response with `output`; the server
 * parses the request with `input` and its response with `output`.
 */
export interface Endpoint<Input extends AnySchema = AnySchema, Output extends AnySchema = AnySchema>
  extends Description {
  readonly method: Method
  /** Relative to the API's base, which ends in `/api`. A segment like `:id` is an input field. */
  readonly path: `/${string}`
  /** Where the call was before; clients from then still find it there. */
  readonly formerPath?: `/${string}`
  readonly access: Access
  /**
   * Fields that the path names are sent in the path, the others in the query of a GET and in the JSON
   * body of other methods.
   */
  readonly input: Input
  readonly output: Output
  /** The media type of an answer that is not JSON; it is one string. */
  readonly answerType?: 'text/plain' | 'text/csv'
  /** Sends the browser's cookies, to an API of another origin too. Only calls of sign-in do. */
  readonly sendsCookies?: boolean
  /** A page makes this call without user action, so it does not count as use of the session. */
  readonly isBackground?: boolean
  /** The token of a browser extension may make it, from a page of the extension. */
  readonly isForExtensions?: true
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

type Method = 'GET' | 'POST' | 'DELETE'
type Route = `${Method} /${string}`

type Given = Omit<Endpoint, 'method' | 'path' | 'input' | 'output'> & {
  readonly input?: AnySchema
  readonly output?: AnySchema
}

type Defined<R extends Route, G extends Given> = Omit<G, 'input' | 'output'> & {
  readonly method: R extends `${infer M extends Method} ${string}` ? M : never
  readonly path: R extends `${Method} ${infer P extends `/${string}`}` ? P : never
  readonly input: G extends { readonly input: infer Input extends AnySchema }
    ? Input
    : typeof noInput
  readonly output: G extends { readonly output: infer Output extends AnySchema }
    ? Output
    : typeof acknowledgement
}

interface ExamplesOf<G extends Given> {
  readonly input?: G extends { readonly input: infer Input extends AnySchema }
    ? v.InferInput<Input>
    : undefined
  readonly output?: G extends { readonly output: infer Output extends AnySchema }
    ? v.InferInput<Output>
    : undefined
}

/**
 * Defines a call with the precise types of its schemas. Without `input` it sends nothing; without
 * `output` it only succeeds or fails. Scripts of the site have no descriptions:
 * build/smaller-pages/without-descriptions.ts leaves them out.
 */
export function defineEndpoint<const R extends Route, const G extends Given>(
  route: R,
  given: G & { readonly examples?: ExamplesOf<NoInfer<G>> },
): Defined<R, G>
/* @__NO_SIDE_EFFECTS__ */
export function defineEndpoint(route: string, given: Given): unknown {
  const [method, path] = route.split(' ')
  return { method, path, input: noInput, output: acknowledgement, ...given }
}
