import { invalidInput } from '../../contract/core/common-errors.ts'
import type { ErrorDefinition } from '../../contract/core/errors.ts'
import {
  type FieldCode,
  type FieldError,
  type FieldParams,
  fieldError,
  fieldSentence,
} from '../../contract/core/field-errors.ts'

interface NamedField {
  readonly field: string
  /** A code of `field-errors.ts`, or the error's own. */
  readonly code: string
  readonly params: object
}

interface Extras {
  readonly headers?: Readonly<Record<string, string>>
  /** Additional fields of the response body. */
  readonly facts?: Readonly<Record<string, unknown>>
  /** The message is about the first of them. */
  readonly fields?: readonly FieldError[]
}

/** An error response; its message may be shown to the user. */
export class HttpError<Params extends object = object> extends Error {
  override name = 'HttpError'
  readonly error: ErrorDefinition
  readonly params: Params
  readonly headers: Readonly<Record<string, string>>
  readonly facts: Readonly<Record<string, unknown>>
  readonly fields: readonly NamedField[] | undefined

  constructor(
    error: ErrorDefinition<Params>,
    params: Params,
    { headers = {}, facts = {}, fields }: Extras = {},
  ) {
    const [first] = fields ?? []
    super(first === undefined ? error.sentence(params) : fieldSentence(first))
    const { code } = error
    this.error = error
    this.params = params
    this.headers = headers
    this.facts = facts
    this.fields = fields ?? error.fields?.(params).map((field) => ({ field, code, params }))
  }

  get status(): number {
    return this.error.status
  }
}

/** An error of one field that its schema cannot find. */
export function invalidField<const Code extends FieldCode>(
  field: string,
  code: Code,
  params: FieldParams[Code],
): HttpError {
  return invalidFields([fieldError(field, code, params)])
}

export function invalidFields(fields: readonly FieldError[]): HttpError {
  return new HttpError(invalidInput, {}, { fields })
}

/** The site's calls read different keys, so all three hold the message. */
export function errorBody({ message, error, params, fields, facts }: HttpError) {
  return {
    ...facts,
    ...{ success: false, detail: message, error: message, message },
    ...{ code: error.code, params },
    fields: fields?.map(({ field, code, params: given }) => ({
      field,
      code,
      params: { ...given },
    })),
  }
}

/** An error of one row of several. */
export function rowProblemOf(error: HttpError) {
  const { detail, code, params, fields } = errorBody(error)
  return { detail, code, params: { ...params }, ...(fields === undefined ? {} : { fields }) }
}

/** A temporary error; the client may retry after the given seconds. */
export function blockedUntil<Params extends object>(
  error: ErrorDefinition<Params>,
  params: Params,
  seconds: number,
  facts: Readonly<Record<string, unknown>> = {},
): HttpError {
  const headers = { 'Retry-After': String(Math.max(1, Math.ceil(seconds))) }
  return new HttpError(error, params, { headers, facts })
}
