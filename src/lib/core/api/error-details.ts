import type { HttpError } from './errors.ts'

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
