import type { JsonSchema } from '@valibot/to-json-schema'

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
