import * as v from 'valibot'
import { object } from './basic.ts'
import { field } from './field.ts'

type ParamsSchema = v.GenericSchema<object>

/**
 * One way in which a call fails. The code and the names of the params are stable; words may change.
 */
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
  /** The parts that it holds beside them. */
  readonly example: Readonly<Record<string, unknown>>
}

/** Only an error without params goes without an example. */
type Example<Params> = object extends Params
  ? { readonly example?: Params }
  : { readonly example: Params }

interface Words<Params extends object> {
  readonly description: string
  readonly sentence: (params: Params) => string
  readonly fields?: (params: Params) => readonly string[]
  readonly body?: FullerBody
}

/** The site imports the files in which errors are declared, and its bundle leaves out the errors. */
export function defineError<const Schema extends ParamsSchema>(
  status: number,
  code: string,
  error: { readonly params: Schema } & Words<v.InferInput<Schema>> & Example<v.InferInput<Schema>>,
): ErrorDefinition<v.InferInput<Schema>>
export function defineError(
  status: number,
  code: string,
  error: { readonly params?: undefined } & Words<object>,
): ErrorDefinition
/* @__NO_SIDE_EFFECTS__ */
export function defineError(status: number, code: string, error: object): unknown {
  return { status, code, params: object({}), ...error }
}

export const errorParams = v.record(v.string(), v.unknown())

/**
 * A problem with one field of the input; the codes are those of `field-errors.ts`, or the
 * error's own.
 */
export const fieldErrorAnswer = object({
  field: field(
    v.string(),
    'The path of the field in the input, for instance `scans[3].recipient`.',
    'username',
  ),
  code: field(v.string(), 'The stable code of the error.', 'invalid_input'),
  params: field(errorParams, 'What the code is about, by name; the names are stable.', {}),
})

/** Why one row of several was not written, in an answer that is no error as a whole. */
export const rowProblem = object({
  detail: field(
    v.string(),
    'What went wrong, in one English sentence that may be shown.',
    'Anyone can have an address at mail.example. Trust a whole address instead, for instance name@mail.example.',
  ),
  code: field(v.string(), 'The stable code of the error.', 'public_mail_domain'),
  params: field(errorParams, fieldErrorAnswer.entries.params, {
    domain: 'mail.example',
  }),
  fields: field(
    v.optional(v.array(fieldErrorAnswer)),
    'The fields of the input that the error is about.',
  ),
})

const sameSentence = field(v.string(), 'The same sentence as `detail`.', 'The input is not valid')

/** The body of an error. Three fields hold the same sentence, because calls read different ones. */
export const errorAnswer = object({
  success: field(v.literal(false), 'False: this is an error.'),
  detail: field(v.string(), rowProblem.entries.detail, 'The input is not valid'),
  error: sameSentence,
  message: sameSentence,
  code: field(v.string(), 'The stable code of the error.', 'invalid_input'),
  params: fieldErrorAnswer.entries.params,
  fields: rowProblem.entries.fields,
})
