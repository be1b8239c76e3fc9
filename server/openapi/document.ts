import type { JsonSchema } from '@valibot/to-json-schema'
import type { Call } from '../../contract/core/call.ts'
import { errorsOf, invalidInput } from '../../contract/core/common-errors.ts'
import type { Access, Endpoint } from '../../contract/core/endpoint.ts'
import { fieldError } from '../../contract/core/field-errors.ts'
import { isForGateways, scopeOfAccess } from '../../contract/core/key-scope.ts'
import { limits } from '../../contract/core/limits.ts'
import { productName } from '../../contract/core/product.ts'
import { writesRefused } from '../../contract/core/ready.ts'
import { scansRefused } from '../../contract/emails/report-scans.ts'
import { calls } from '../../contract/endpoints.ts'
import { errorBody, HttpError } from '../core/http-error.ts'
import { idempotencyHeader } from '../http/idempotency-key.ts'
import { describeProperties, descriptionsOf } from './describe-fields.ts'
import { type DocumentedCall, textHeader } from './documented-call.ts'
import { errorResponses, exampleOf } from './error-responses.ts'
import { extraPaths } from './extra-paths.ts'
import { namesInPath, requestOf } from './request-of.ts'
import { inputSchema, namedSchemas, nameSchema, outputSchema, type Schemas } from './schemas.ts'
import { describeWebhooks } from './webhooks.ts'

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

/** The shared schemas, with what the calls that answer with them say of their fields. */
function describedSchemas(): Record<string, JsonSchema> {
  const error = new HttpError(
    invalidInput,
    {},
    { fields: [fieldError('username', 'too_long', { max: limits.name })] },
  )
  const errors: Readonly<Record<string, HttpError>> = {
    ScansError: exampleOf(scansRefused),
    ReadyError: exampleOf(writesRefused),
  }
  const sources: Readonly<Record<string, readonly Call[]>> = {
    Flag: [calls.listFlags],
    Threat: [calls.employeeDashboard],
    TeamMember: [calls.teamDashboard],
    AuditEntry: [calls.listAudit],
    PrivacyPolicy: [calls.policy],
    Organization: [calls.listOrganizations],
    User: [calls.listUsers],
    Scan: [calls.reportScans],
    Authentication: [calls.reportScans],
    Done: [calls.addFlag],
    Saved: [calls.saveUser],
    RefusedScan: [calls.reportScans],
  }
  return Object.fromEntries(
    Object.entries(namedSchemas()).map(([name, schema]) => {
      const from = sources[name] ?? []
      const tables = from.flatMap(({ fields = [] }) => fields)
      const examples = from.flatMap((call) => [call.examples.output, call.examples.input])
      const all = from.length === 0 ? [errorBody(errors[name] ?? error)] : examples
      return [name, describeProperties(schema, descriptionsOf(tables, all))]
    }),
  )
}

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
  const sent = requestOf(call, title, schemas)
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

/** The field that the example of invalid input is about; one in the path is never missing. */
function firstField({ input, path }: Endpoint): string | undefined {
  const inPath = namesInPath(path)
  return Object.keys(inputSchema(input).properties ?? {}).find((name) => !inPath.has(name))
}

function hasPages({ input, method }: Endpoint): boolean {
  return method === 'GET' && 'limit' in (inputSchema(input).properties ?? {})
}
