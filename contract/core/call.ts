import type { AnswerOf, Endpoint, InputOf } from './endpoint.ts'
import type { ErrorDefinition } from './errors.ts'
import type { FieldDescriptions } from './field-descriptions.ts'

export type CallGroup =
  | 'Sign-in'
  | 'Account'
  | 'Dashboards'
  | 'Flags'
  | 'Administration'
  | 'Own organization'
  | 'Gateways'
  | 'Server'

interface Description<Examples> {
  readonly summary: string
  readonly tag: CallGroup
  readonly description?: string
  readonly examples: Examples
  /** What the fields mean; a later table wins, and `commonFields` fills in. */
  readonly fields?: readonly FieldDescriptions[]
  /** What only some calls fail with; `common-errors.ts` adds what follows from access and method. */
  readonly errors?: readonly ErrorDefinition[]
  /** What 200 means, where it is not simply done. */
  readonly done?: string
  /** What 207 means, where a call can be done in part. */
  readonly doneInPart?: string
  /** What 304 means, where a client can send the `ETag` of an earlier answer. */
  readonly unchanged?: string
  /** It never asks the database. */
  readonly isWithoutDatabase?: true
}

interface Examples {
  readonly input?: unknown
  readonly output: unknown
}

type ExamplesOf<E extends Endpoint> = {
  readonly output: AnswerOf<E>
} & (undefined extends InputOf<E>
  ? { readonly input?: InputOf<E> }
  : { readonly input: InputOf<E> })

/** An endpoint and all that is said of it, for the server, the document and the tests. */
export interface Call<E extends Endpoint = Endpoint> extends Description<Examples> {
  readonly endpoint: E
}

/** The site imports endpoints alone; build/smaller-pages/without-descriptions.ts leaves out the rest. */
export function describeCall<E extends Endpoint>(
  endpoint: E,
  description: Description<ExamplesOf<E>>,
): Call<E> {
  return { endpoint, ...description }
}
