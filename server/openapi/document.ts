import type { JsonSchema } from '@valibot/to-json-schema'
import type { Call } from '../../contract/call.ts'
import { errorsOf, invalidInput } from '../../contract/common-errors.ts'
import type { Access, Endpoint } from '../../contract/endpoint.ts'
import { calls } from '../../contract/endpoints.ts'
import { fieldError } from '../../contract/field-errors.ts'
import { isForGateways, scopeOfAccess } from '../../contract/fields/key-scope.ts'
import { limits } from '../../contract/limits.ts'
import { productName } from '../../contract/product.ts'
import { localeParameter } from '../http/asked-locale.ts'
import { errorBody, HttpError } from '../http/http-error.ts'
import { idempotencyHeader, idempotencyKeyPattern } from '../http/idempotency-key.ts'
import { describeField, describeProperties, descriptionsOf } from './describe-fields.ts'
import { type DocumentedCall, type Parameter, textHeader } from './documented-call.ts'
import { errorResponses } from './error-responses.ts'
import { extraPaths } from './extra-paths.ts'
import { inputSchema, namedSchemas, outputSchema, refTo } from './schemas.ts'

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
  const schemas = describedSchemas()
  for (const [name, call] of Object.entries<Call>(calls)) {
    const { method, path: template } = call.endpoint
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
    paths: { ...paths, ...extraPaths },
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

/** The shared schemas, with what the calls that answer with them say of their fields. */
function describedSchemas(): Record<string, JsonSchema> {
  const error = new HttpError(
    invalidInput,
    {},
    { fields: [fieldError('username', 'too_long', { max: limits.name })] },
  )
  const sources: Readonly<Record<string, readonly Call[]>> = {
    Flag: [calls.flagsList],
    Threat: [calls.employeeDashboard],
    TeamMember: [calls.teamDashboard],
    AuditEntry: [calls.adminAudit],
    PrivacyPolicy: [calls.policy],
    Organization: [calls.adminOrganizations],
    User: [calls.adminUsers],
    Scan: [calls.scans],
    Authentication: [calls.scans],
    Done: [calls.flagsAdd],
    Saved: [calls.adminUsersSave],
  }
  return Object.fromEntries(
    Object.entries(namedSchemas()).map(([name, schema]) => {
      const from = sources[name] ?? []
      const tables = from.flatMap(({ fields = [] }) => fields)
      const examples = from.flatMap((call) => [call.examples.output, call.examples.input])
      const all = from.length === 0 ? [errorBody(error)] : examples
      return [name, describeProperties(schema, descriptionsOf(tables, all))]
    }),
  )
}

type Schemas = Record<string, JsonSchema>

/** Describes a call, and adds its input and output to the schemas by name. */
function operationOf(name: string, call: Call, schemas: Schemas): DocumentedCall {
  const { endpoint, summary, description, tag, examples, done = 'Done' } = call
  const { doneInPart, unchanged } = call
  const { method, path, access } = endpoint
  const title = name.replace(/^./, (letter) => letter.toUpperCase())
  const fields = descriptionsOf(call.fields ?? [], [examples.output, examples.input])
  const output = describeProperties(outputSchema(endpoint.output), fields)
  const content = {
    [endpoint.answerType ?? 'application/json']: {
      schema: nameSchema(`${title}Output`, output, schemas),
      example: examples.output,
    },
  }
  const sent = sentWith(call, title, schemas)
  return {
    operationId: `${method.toLowerCase()}${path.replaceAll(/\W+(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
    summary,
    description: description ?? `${summary}.`,
    tags: [tag],
    security: securityOf(access),
    ...sent,
    responses: {
      200: {
        description: done,
        ...(hasPages(endpoint) ? { headers: { Link: textHeader } } : {}),
        content,
      },
      ...(doneInPart === undefined ? {} : { 207: { description: doneInPart, content } }),
      ...(unchanged === undefined ? {} : { 304: { description: unchanged } }),
      ...errorResponses(errorsOf(call), firstField(endpoint)),
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

/** A schema that is already a name stays as it is. */
function nameSchema(name: string, schema: JsonSchema, schemas: Schemas): JsonSchema {
  if (schema.$ref !== undefined) return schema
  schemas[name] = schema
  return { $ref: refTo(name) }
}

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

/** The location of each input field: the path, the query or the body. */
function sentWith(
  { endpoint, examples, fields: said = [] }: Call,
  title: string,
  schemas: Schemas,
) {
  const { method, path, input, mediaType } = endpoint
  const ofCall = [
    ...(endpoint.takesLocale ? [languageParameter] : []),
    ...(endpoint.takesIdempotencyKey ? [idempotencyParameter] : []),
  ]
  if (input.type === 'undefined') return { parameters: ofCall }
  if (mediaType !== undefined) {
    return { parameters: ofCall, requestBody: bodyOf(mediaType, examples.input) }
  }
  const descriptions = descriptionsOf(said, [examples.input])
  const schema = describeProperties(inputSchema(input), descriptions)
  const inPath = new Set([...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name))
  // Path and query parameters are described by the type that they are parsed to.
  const read = outputSchema(input).properties ?? {}
  const fields = Object.entries(schema.properties ?? {})
  const inAddress = fields.flatMap(([name, given]): Parameter[] => {
    if (method !== 'GET' && !inPath.has(name)) return []
    const field = describeField(name, read[name] ?? given, descriptions)
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
  const body = { schema: nameSchema(`${title}Input`, schema, schemas), example: examples.input }
  return { parameters, requestBody: { required: true, content: { 'application/json': body } } }
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

/** The field that the example of invalid input is about. */
function firstField({ input }: Endpoint): string | undefined {
  return Object.keys(inputSchema(input).properties ?? {})[0]
}

function hasPages({ input, method }: Endpoint): boolean {
  return method === 'GET' && 'limit' in (inputSchema(input).properties ?? {})
}
