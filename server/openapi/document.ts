import { errorsOf } from '../../contract/core/common-errors.ts'
import type { Access, Endpoint } from '../../contract/core/endpoint.ts'
import { examplesOf } from '../../contract/core/examples.ts'
import { isForGateways, scopeOfAccess } from '../../contract/core/key-scope.ts'
import { limits } from '../../contract/core/limits.ts'
import { productName } from '../../contract/core/product.ts'
import * as calls from '../../contract/endpoints.ts'
import { idempotencyHeader } from '../http/idempotency-key.ts'
import { type DocumentedCall, errorResponses, textHeader } from './documented-call.ts'
import { describeWebhooks, extraPaths } from './extra-paths.ts'
import { namesInPath, requestOf } from './request-of.ts'
import { inputSchema, namedSchemas, nameSchema, outputSchema, type Schemas } from './schemas.ts'

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
