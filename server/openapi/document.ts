import type { JsonSchema } from '@valibot/to-json-schema'
import type { Endpoint } from '../../contract/endpoint.ts'
import { productName } from '../../contract/product.ts'
import { idempotencyHeader, idempotencyKeyPattern } from '../http/idempotency-key.ts'
import { errorsOf } from './error-answers.ts'
import { extraPaths } from './extra-paths.ts'
import { type Operation, operations } from './operations.ts'
import { inputSchema, namedSchemas, outputSchema } from './schemas.ts'

export interface DocumentedCall {
  readonly operationId: string
  readonly summary: string
  readonly tags: readonly string[]
  readonly security: readonly Record<string, readonly string[]>[]
  readonly parameters: readonly Parameter[]
  readonly requestBody?: { readonly required: boolean; readonly content: Content }
  readonly responses: Readonly<Record<string, Answer>>
}

interface Parameter {
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

type Content = Readonly<Record<string, { readonly schema: JsonSchema }>>

export type OpenApiDocument = ReturnType<typeof createDocument>

/** An OpenAPI 3.1 document, generated from the schemas that parse the calls. */
export function createDocument(endpoints: readonly Endpoint[]) {
  const paths: Record<string, Record<string, DocumentedCall>> = {}
  for (const endpoint of endpoints) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: describeCall(endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: productName,
      version: '1.0.0',
      description:
        'Refusals say the same words under detail, error and message. Times are ISO 8601 in UTC, amounts are JOD. Lengths of texts count Unicode code points.',
    },
    servers: [{ url: '/api' }],
    paths: { ...paths, ...extraPaths },
    components: {
      schemas: namedSchemas(),
      securitySchemes: {
        user: { type: 'http', scheme: 'bearer', description: 'The token of a sign-in' },
        gateway: { type: 'http', scheme: 'bearer', description: 'The key of a mail gateway' },
      },
    },
  }
}

function describeCall(endpoint: Endpoint): DocumentedCall {
  const { method, path, access } = endpoint
  const operation: Operation = operations[`${method} ${path}`] ?? {
    summary: `${method} ${path}`,
    group: 'Server',
  }
  const content = { 'application/json': { schema: outputSchema(endpoint.output) } }
  const { done = 'Done', doneInPart } = operation
  return {
    operationId: `${method.toLowerCase()}${path.replaceAll(/\W+(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
    summary: operation.summary,
    tags: [operation.group],
    security: access === 'public' ? [] : [{ [access === 'gateway' ? 'gateway' : 'user']: [] }],
    ...sentWith(endpoint),
    responses: {
      200: {
        description: done,
        ...(hasPages(endpoint) ? { headers: { Link: textHeader } } : {}),
        content,
      },
      ...(doneInPart === undefined ? {} : { 207: { description: doneInPart, content } }),
      ...Object.fromEntries(
        Object.entries(errorsOf(endpoint, operation)).map(([status, description]) => [
          status,
          { description, ...headersOf(Number(status)), content: errorContent },
        ]),
      ),
    },
  }
}

const idempotencyParameter: Parameter = {
  name: idempotencyHeader,
  in: 'header',
  required: false,
  schema: { type: 'string', pattern: idempotencyKeyPattern },
}
const textHeader = { schema: { type: 'string' } } as const
const errorContent: Content = {
  'application/json': { schema: { $ref: '#/components/schemas/Error' } },
}

function headersOf(status: number) {
  if (status === 401) return { headers: { 'WWW-Authenticate': textHeader } }
  if (status === 429 || status === 503) return { headers: { 'Retry-After': textHeader } }
  return {}
}

/** The location of each input field: the path, the query or the body. */
function sentWith({ method, path, input, access }: Endpoint) {
  const inHeader = access === 'gateway' ? [idempotencyParameter] : []
  if (input.type === 'undefined') return { parameters: inHeader }
  const schema = inputSchema(input)
  const inPath = new Set([...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name))
  // Path and query parameters are described by the type that they are parsed to.
  const read = outputSchema(input).properties ?? {}
  const fields = Object.entries(schema.properties ?? {})
  const inAddress = fields.flatMap(([name, given]): Parameter[] => {
    const field = read[name] ?? given
    if (inPath.has(name)) return [{ name, in: 'path', required: true, schema: field }]
    if (method !== 'GET') return []
    const required = schema.required?.includes(name) ?? false
    return [{ name, in: 'query', required, schema: field }]
  })
  const parameters = [...inAddress, ...inHeader]
  if (method === 'GET' || (fields.length > 0 && inAddress.length === fields.length)) {
    return { parameters }
  }
  const content = { 'application/json': { schema } }
  return { parameters, requestBody: { required: true, content } }
}

function hasPages({ input, method }: Endpoint): boolean {
  return method === 'GET' && 'limit' in (inputSchema(input).properties ?? {})
}
