import type { Call } from '../../contract/call.ts'
import { errorsOf } from '../../contract/common-errors.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { calls } from '../../contract/endpoints.ts'
import { productName } from '../../contract/product.ts'
import { idempotencyHeader, idempotencyKeyPattern } from '../http/idempotency-key.ts'
import { type DocumentedCall, type Parameter, textHeader } from './documented-call.ts'
import { errorResponses } from './error-responses.ts'
import { extraPaths } from './extra-paths.ts'
import { inputSchema, namedSchemas, outputSchema } from './schemas.ts'

export type OpenApiDocument = ReturnType<typeof createDocument>

/** An OpenAPI 3.1 document, generated from the schemas that parse the calls. */
export function createDocument() {
  const paths: Record<string, Record<string, DocumentedCall>> = {}
  for (const call of Object.values<Call>(calls)) {
    const { method, path: template } = call.endpoint
    const path = template.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(call) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: productName,
      version: '1.0.0',
      description:
        'An error has a stable code with params, and one English sentence under detail, error and message. Times are ISO 8601 in UTC, amounts are JOD. Lengths of texts count Unicode code points.',
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

function operationOf(call: Call): DocumentedCall {
  const { endpoint, summary, description, tag, done = 'Done', doneInPart } = call
  const { method, path, access } = endpoint
  const content = { 'application/json': { schema: outputSchema(endpoint.output) } }
  return {
    operationId: `${method.toLowerCase()}${path.replaceAll(/\W+(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
    summary,
    ...(description === undefined ? {} : { description }),
    tags: [tag],
    security: access === 'public' ? [] : [{ [access === 'gateway' ? 'gateway' : 'user']: [] }],
    ...sentWith(endpoint),
    responses: {
      200: {
        description: done,
        ...(hasPages(endpoint) ? { headers: { Link: textHeader } } : {}),
        content,
      },
      ...(doneInPart === undefined ? {} : { 207: { description: doneInPart, content } }),
      ...errorResponses(errorsOf(call)),
    },
  }
}

const idempotencyParameter: Parameter = {
  name: idempotencyHeader,
  in: 'header',
  required: false,
  schema: { type: 'string', pattern: idempotencyKeyPattern },
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
