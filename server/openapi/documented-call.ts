import type { JsonSchema } from '@valibot/to-json-schema'

export interface DocumentedCall {
  readonly operationId: string
  readonly summary: string
  readonly description?: string
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
  readonly schema: JsonSchema | boolean
}

export interface Answer {
  readonly description: string
  readonly headers?: Readonly<Record<string, { readonly schema: JsonSchema }>>
  readonly content?: Content
}

export type Content = Readonly<Record<string, { readonly schema: JsonSchema }>>

export const textHeader = { schema: { type: 'string' } } as const
