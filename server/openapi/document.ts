import type { JsonSchema } from '@valibot/to-json-schema'
import { errorsOf } from '../../contract/core/common-errors.ts'
import type { Access, Endpoint } from '../../contract/core/endpoint.ts'
import { examplesOf } from '../../contract/core/examples.ts'
import { isForGateways, scopeOfAccess } from '../../contract/core/key-scope.ts'
import { limits } from '../../contract/core/limits.ts'
import { productName } from '../../contract/core/product.ts'
import * as calls from '../../contract/endpoints.ts'
import { localeParameter } from '../http/asked-locale.ts'
import { idempotencyHeader, idempotencyKeyPattern } from '../http/idempotency-key.ts'
import {
  type DocumentedCall,
  errorResponses,
  type Parameter,
  textHeader,
} from './documented-call.ts'
import { describeWebhooks, extraPaths } from './extra-paths.ts'
import { inputSchema, namedSchemas, nameSchema, outputSchema, type Schemas } from './schemas.ts'

const idempotencyParameter: Parameter = {
  name: idempotencyHeader,
  in: 'header',
  required: false,
  description:
    'Names the report. The same report with the same key gets the first answer for a day and is counted once; another report with it is rejected.',
  example: 'report-2025-03-01-0007',
  schema: { type: 'string', pattern: idempotencyKeyPattern },
}

const languageParameter: Parameter = {
  name: localeParameter,
  in: 'query',
  required: false,
  description:
    'The language of the sentences that Aman wrote: `en` or `ar`. Without it, and in any other language, they are in English. A sentence of a mail gateway stays as it is.',
  example: 'ar',
  schema: { type: 'string' },
}

/** The location of each input field: the path, the query or the body; each in one of them only. */
function requestOf(
  endpoint: Endpoint,
  title: string,
  schemas: Schemas,
): Pick<DocumentedCall, 'parameters' | 'requestBody'> {
  const { method, path, input, mediaType } = endpoint
  const examples = examplesOf(endpoint)
  const ofCall = [
    ...(endpoint.takesLocale ? [languageParameter] : []),
    ...(endpoint.takesIdempotencyKey ? [idempotencyParameter] : []),
  ]
  if (input.type === 'undefined') return { parameters: ofCall }
  if (mediaType !== undefined) {
    return { parameters: ofCall, requestBody: bodyOf(mediaType, examples.input) }
  }
  const schema = inputSchema(input)
  const inPath = namesInPath(path)
  // Path and query parameters are described by the type that they are parsed to.
  const read = outputSchema(input).properties ?? {}
  const fields = Object.entries(schema.properties ?? {})
  const inAddress = fields.flatMap(([name, given]): Parameter[] => {
    if (method !== 'GET' && !inPath.has(name)) return []
    const field = read[name] ?? given
    if (typeof field !== 'object') return []
    const { description = '', examples: shown = [] } = field
    const required = inPath.has(name) || (schema.required?.includes(name) ?? false)
    const place = inPath.has(name) ? 'path' : 'query'
    return [{ name, in: place, required, description, example: shown[0], schema: field }]
  })
  const parameters = [...inAddress, ...ofCall]
  if (method === 'GET' || (fields.length > 0 && inAddress.length === fields.length)) {
    return { parameters }
  }
  const body = {
    schema: nameSchema(`${title}Input`, withoutFields(schema, inPath), schemas),
    example:
      typeof examples.input === 'object' && inPath.size > 0
        ? withoutNames({ ...examples.input }, inPath)
        : examples.input,
  }
  return { parameters, requestBody: { required: true, content: { 'application/json': body } } }
}

function namesInPath(path: string): ReadonlySet<string> {
  return new Set([...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name))
}

/** The server refuses a field in the body that the path names already. */
function withoutFields(schema: JsonSchema, names: ReadonlySet<string>): JsonSchema {
  const { properties, required } = schema
  if (names.size === 0 || properties === undefined) return schema
  return {
    ...schema,
    properties: withoutNames(properties, names),
    ...(required === undefined ? {} : { required: required.filter((name) => !names.has(name)) }),
  }
}

function withoutNames<Value>(
  fields: Readonly<Record<string, Value>>,
  names: ReadonlySet<string>,
): Record<string, Value> {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.has(name)))
}

/** A body that is not JSON is any bytes; its example is text. */
function bodyOf(mediaType: string, example: unknown) {
  const shown = example instanceof Uint8Array ? new TextDecoder().decode(example) : example
  const schema: JsonSchema = {
    type: 'string',
    contentMediaType: mediaType,
    description: 'The body as it is',
    examples: [String(shown)],
  }
  return { required: true, content: { [mediaType]: { schema, example: shown } } }
}

export type OpenApiDocument = ReturnType<typeof createDocument>

const introduction = `An error has a stable code with params, and one English sentence under detail, error and message; \`fields\` names the fields of the input that it is about. Ids are opaque texts. Times are ISO 8601 in UTC, amounts are JOD. Lengths of texts count Unicode code points. A body may have ${limits.bodyBytes} bytes. Only \`POST /scans\` may be repeated under an \`${idempotencyHeader}\`, and \`POST /rspamd\` recognises a repeated report by itself; every other call that writes is done again, or answers with a conflict.`

let created: OpenApiDocument | undefined

/** The document, created when it is first asked for: it takes longer than all else in a new app. */
export function apiDocument(): OpenApiDocument {
  created ??= createDocument()
  return created
}

/** An OpenAPI 3.1 document, generated from the schemas that parse the calls. */
function createDocument() {
  const paths: Record<string, Record<string, DocumentedCall>> = {}
  const schemas = namedSchemas()
  for (const [name, call] of Object.entries<Endpoint>(calls).toSorted(byGroup)) {
    const { method, path: template } = call
    const path = template.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = {
      ...paths[path],
      [method.toLowerCase()]: operationOf(name, call, schemas),
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: productName, version: '1.0.0', description: introduction },
    servers: [{ url: '/api' }],
    paths: { ...paths, ...extraPaths() },
    webhooks: describeWebhooks(schemas),
    components: {
      schemas,
      securitySchemes: {
        user: { type: 'http', scheme: 'bearer', description: 'The token of a sign-in' },
        gateway: { type: 'http', scheme: 'bearer', description: 'The key of a mail gateway' },
        gatewayBasic: {
          type: 'http',
          scheme: 'basic',
          description: 'The key of a mail gateway as the password, with any user name',
        },
      },
    },
  }
}

/** The groups of calls, in the order of the document, with the first part of their paths. */
const groups = Object.entries({
  Server: ['health', 'ready', 'privacy-policy'],
  'Sign-in': ['auth', 'users'],
  Account: ['account', 'auth/confirm'],
  Dashboards: ['dashboard', 'messages', 'risk', 'team', 'mail-checks', 'mail-reports'],
  Flags: ['flags'],
  'Own organization': ['organization'],
  Administration: ['admin', 'search'],
  Gateways: ['scans', 'rspamd', 'analyses', 'judge-knowledge'],
})

function groupOf({ path }: Endpoint): string {
  const starts = groups.flatMap(([group, parts]) => parts.map((part) => [group, part] as const))
  const [group] = starts.findLast(([, part]) => `${path}/`.startsWith(`/${part}/`)) ?? []
  if (group === undefined) throw new Error(`No group of the document has ${path}`)
  return group
}

function byGroup([, one]: [string, Endpoint], [, other]: [string, Endpoint]): number {
  const place = (call: Endpoint) => groups.findIndex(([group]) => group === groupOf(call))
  return place(one) - place(other) || (one.path < other.path ? -1 : 1)
}

/** Describes a call, and adds its input and output to the schemas by name. */
function operationOf(name: string, call: Endpoint, schemas: Schemas): DocumentedCall {
  const { method, path, access, summary, description, done = 'Done', doneInPart, unchanged } = call
  const title = name.replace(/^./, (letter) => letter.toUpperCase())
  const content = {
    [call.answerType ?? 'application/json']: {
      schema: nameSchema(`${title}Output`, outputSchema(call.output), schemas),
      example: examplesOf(call).output,
    },
  }
  const sent = requestOf(call, title, schemas)
  return {
    operationId: `${method.toLowerCase()}${path.replaceAll(/\W+(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
    summary,
    description: description ?? `${summary}.`,
    tags: [groupOf(call)],
    security: securityOf(access),
    ...sent,
    responses: {
      200: {
        description: done,
        ...(hasPages(call) ? { headers: { Link: textHeader } } : {}),
        content,
      },
      ...(doneInPart === undefined ? {} : { 207: { description: doneInPart, content } }),
      ...(unchanged === undefined ? {} : { 304: { description: unchanged } }),
      ...errorResponses(errorsOf(call), firstField(call)),
    },
  }
}

/** One of them is enough. */
function securityOf(access: Access): DocumentedCall['security'] {
  if (access === 'public') return []
  if (!isForGateways(access)) return [{ user: [] }]
  const scopes = [scopeOfAccess[access]]
  return [{ gateway: scopes }, { gatewayBasic: scopes }]
}

/** The field that the example of invalid input is about; one in the path is never missing. */
function firstField({ input, path }: Endpoint): string | undefined {
  const inPath = namesInPath(path)
  return Object.keys(inputSchema(input).properties ?? {}).find((name) => !inPath.has(name))
}

function hasPages({ input, method }: Endpoint): boolean {
  return method === 'GET' && 'limit' in (inputSchema(input).properties ?? {})
}
