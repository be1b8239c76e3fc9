import * as v from 'valibot'
import { object } from './basic.ts'

type ParamsSchema = v.GenericSchema<object>

/** One way in which a call fails. The code and the names of the params are stable; words may change. */
export interface ErrorDefinition<Params extends object = object> {
  readonly code: string
  readonly status: number
  /** When a call answers with it, for the OpenAPI document. */
  readonly description: string
  readonly params: v.GenericSchema<Params>
  /** Params of such an error, for the OpenAPI document. */
  readonly example?: Params
  /** In English, fit to be shown. */
  sentence(params: Params): string
  /** The fields of the input that it is about. */
  fields?(params: Params): readonly string[]
  readonly body?: FullerBody
}

/** The body of an error that holds more than the fields of every error. */
interface FullerBody {
  readonly schema: v.GenericSchema<object>
  /** Of what it holds beside them. */
  readonly example: Readonly<Record<string, unknown>>
}

/** Only an error without params goes without an example. */
type Example<Params> = object extends Params
  ? { readonly example?: Params }
  : { readonly example: Params }

interface NewError<Schema extends ParamsSchema> {
  readonly code: string
  readonly status: number
  readonly description: string
  readonly params: Schema
  readonly sentence: (params: v.InferInput<Schema>) => string
  readonly fields?: (params: v.InferInput<Schema>) => readonly string[]
  readonly body?: FullerBody
}

/** The site imports the files in which errors are declared, and its bundle leaves out the errors. */
/* @__NO_SIDE_EFFECTS__ */
export function defineError<const Schema extends ParamsSchema>(
  error: NewError<Schema> & Example<v.InferInput<Schema>>,
): ErrorDefinition<v.InferInput<Schema>> {
  return error
}

export const noParams = object({})

export const errorParams = v.record(v.string(), v.unknown())

/** What is wrong with one field of the input; the codes are those of `field-errors.ts`, or the error's own. */
export const fieldErrorAnswer = object({
  field: v.string(),
  code: v.string(),
  params: errorParams,
})

/** The body of an error. Three fields hold the same sentence, because calls read different ones. */
export const errorAnswer = object({
  success: v.literal(false),
  detail: v.string(),
  error: v.string(),
  message: v.string(),
  code: v.string(),
  params: errorParams,
  fields: v.optional(v.array(fieldErrorAnswer)),
})

/** Why one row of several was not written, in an answer that is no error as a whole. */
export const rowProblem = object({
  detail: v.string(),
  code: v.string(),
  params: errorParams,
  fields: v.optional(v.array(fieldErrorAnswer)),
})
