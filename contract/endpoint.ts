import type * as v from 'valibot'
import type { Permission } from './permissions.ts'

type AnySchema = v.GenericSchema<unknown, unknown>

/**
 * Who may make a call: anybody, a gateway with its organization's key, anybody who is signed in,
 * or who holds a permission.
 */
export type Access = 'public' | 'gateway' | 'signed-in' | Permission

/**
 * One call of the contract. The site sends `input` and parses the answer with `output`; the server
 * parses what arrives with `input` and everything that it answers with `output`.
 */
export interface Endpoint<
  Input extends AnySchema = AnySchema,
  Output extends AnySchema = AnySchema,
> {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** Relative to the API's base, which ends in `/api`; a part like `:id` is a field of the input. */
  readonly path: `/${string}`
  readonly access: Access
  /**
   * What is sent: the fields that the path names in the path, the others in the query of a GET and
   * in the JSON body of anything else. `noInput` for calls that send nothing.
   */
  readonly input: Input
  readonly output: Output
  /** The browser's cookies for the call go along, to an API of another origin too; sign-in alone. */
  readonly sendsCookies?: boolean
  /** A page makes this call by itself; it does not count as use of the session. */
  readonly isBackground?: boolean
  /** The largest request body in bytes; the server's default where it is not said. */
  readonly bodyLimitBytes?: number
}

export type InputOf<E extends Endpoint> = v.InferInput<E['input']>
export type ParsedInputOf<E extends Endpoint> = v.InferOutput<E['input']>
export type AnswerOf<E extends Endpoint> = v.InferInput<E['output']>
export type OutputOf<E extends Endpoint> = v.InferOutput<E['output']>

/** Keeps the schemas' precise types, which a plain annotation would widen. */
export function defineEndpoint<const E extends Endpoint>(endpoint: E): E {
  return endpoint
}
