import type { JsonSchema } from '@valibot/to-json-schema'
import { invalidInput } from '../../contract/core/common-errors.ts'
import { type ErrorDefinition, errorAnswer } from '../../contract/core/errors.ts'
import { fieldError } from '../../contract/core/field-errors.ts'
import { errorBody, HttpError } from '../core/http-error.ts'
import { outputSchema } from './schemas.ts'

export interface DocumentedCall {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly tags: readonly string[]
  readonly security: readonly Record<string, readonly string[]>[]
  readonly parameters: readonly Parameter[]
  readonly requestBody?: { readonly required: boolean; readonly content: Content }
  readonly responses: Readonly<Record<string, Answer>>
}

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly description: string
  readonly example: unknown
  readonly schema: JsonSchema | boolean
}

export interface Answer {
  readonly description: string
  readonly headers?: Readonly<Record<string, { readonly schema: JsonSchema }>>
  readonly content?: Content
}

/** One example, or one for each code of an error. */
interface MediaType {
  readonly schema: JsonSchema
  readonly example?: unknown
  readonly examples?: Readonly<
    Record<string, { readonly summary: string; readonly value: unknown }>
  >
}

export type Content = Readonly<Record<string, MediaType>>

/** `<…?cursor=…>; rel="next"`, seconds, or a challenge: each header has its RFC. */
export const textHeader = { schema: { type: 'string' } } as const

/**
 * One for each status; the codes say which of its errors it is.
 * @param field of the input, for the example of invalid input; without one an unknown field is named
 */
export function errorResponses(
  errors: readonly ErrorDefinition[],
  field?: string,
): Record<string, Answer> {
  const byStatus = Map.groupBy(errors, ({ status }) => status)
  return Object.fromEntries(
    [...byStatus].map(([status, members]) => [
      status,
      {
        description: members.map(({ description }) => description).join('; '),
        ...headersOf(status),
        content: {
          'application/json': {
            schema: errorSchema(members),
            examples: Object.fromEntries(
              members.map((error) => [
                error.code,
                { summary: error.description, value: errorBody(exampleOf(error, field)) },
              ]),
            ),
          },
        },
      },
    ]),
  )
}

function exampleOf(error: ErrorDefinition, field?: string): HttpError {
  const { example = {}, body } = error
  if (error !== invalidInput) return new HttpError(error, example, { facts: body?.example ?? {} })
  const named =
    field === undefined ? fieldError('stranger', 'unknown', {}) : fieldError(field, 'missing', {})
  return new HttpError(invalidInput, {}, { fields: [named] })
}

/** Beside the reference, so that the codes narrow what every error has. */
function errorSchema(errors: readonly ErrorDefinition[]): JsonSchema {
  const codes = errors.map(({ code }) => code)
  const description = errors.map((error) => `\`${error.code}\`: ${error.description}`).join('; ')
  const { body } = errors.find((error) => error.body !== undefined) ?? {}
  return {
    ...outputSchema(body?.schema ?? errorAnswer),
    properties: { code: { enum: codes, description, examples: codes.slice(0, 1) } },
  }
}

function headersOf(status: number) {
  if (status === 401) return { headers: { 'WWW-Authenticate': textHeader } }
  if (status === 429 || status === 503) return { headers: { 'Retry-After': textHeader } }
  return {}
}
