import type { InferOutput } from 'valibot'
import type { rowProblem } from '../../../../contract/core/errors.ts'

/** One field of the input that an error names. */
export interface NamedField {
  readonly field: string
  readonly code: string
  readonly params: Readonly<Record<string, unknown>>
}

/** The machine-readable part of an error; backends without codes leave it empty. */
export interface ErrorDetails {
  readonly code: string
  readonly params: Readonly<Record<string, unknown>>
  readonly fields: readonly NamedField[]
}

/** Read by hand, because a schema for it would add to the first code of every dashboard. */
export function errorDetailsOf({ answer }: HttpError): ErrorDetails {
  const { code, params, fields } = recordOf(answer)
  const named = Array.isArray(fields) ? fields.map(recordOf) : []
  return {
    code: textOf(code),
    params: recordOf(params),
    fields: named
      .map((given) => ({
        field: textOf(given.field),
        code: textOf(given.code),
        params: recordOf(given.params),
      }))
      .filter(({ field }) => field !== ''),
  }
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' ? { ...value } : {}
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** No response arrived: no network, a lost connection, or a timeout. */
export class ConnectionError extends Error {
  override name = 'ConnectionError'
  /** The server was there and did not answer in time. */
  readonly isTimeout: boolean

  constructor(
    message: string,
    options: { readonly cause?: unknown; readonly isTimeout?: boolean } = {},
  ) {
    super(message, options)
    this.isTimeout = options.isTimeout ?? false
  }
}

/** The messages in an error response. Each call names the fields that it shows, in order. */
export interface ErrorMessages {
  readonly detail?: string
  readonly error?: string
  readonly message?: string
}

/** An error response: a status of 400 or more, or a 200 with `success: false` (R007). */
export class HttpError extends Error {
  override name = 'HttpError'
  readonly status: number
  readonly words: ErrorMessages
  /** The parsed body with the code, the params and the fields. */
  readonly answer: unknown
  /** The reference that finds the request in the log, where the server failed. */
  readonly reference: string | undefined

  constructor(status: number, words: ErrorMessages, answer?: unknown, id?: string | null) {
    super(`the server refused with ${status}`)
    this.status = status
    this.words = words
    this.answer = answer
    this.reference = status < 500 ? undefined : (id ?? undefined)
  }
}

/** The response does not match the contract. */
export class MalformedAnswerError extends Error {
  override name = 'MalformedAnswerError'
}

/** Whether the answer says that this user may not see what was asked for. */
export function isForbidden(error: unknown): boolean {
  return error instanceof HttpError && (error.status === 401 || error.status === 403)
}

export function referenceOf(error: unknown): string | undefined {
  return error instanceof HttpError ? error.reference : undefined
}

/** The first message of the server in the order that the call names, else the fallback. */
export function wordsOf(
  error: unknown,
  order: readonly (keyof ErrorMessages)[],
  fallback: string,
): string {
  if (!(error instanceof HttpError)) return fallback
  const found = order.map((key) => error.words[key]).find((words) => words !== undefined)
  return found ?? fallback
}

export type RowProblem = InferOutput<typeof rowProblem>

/** Why one row of several was not written, as if its call had failed: its words are found by code. */
export function errorOfRow(problem: RowProblem): HttpError {
  return new HttpError(409, { detail: problem.detail }, problem)
}
