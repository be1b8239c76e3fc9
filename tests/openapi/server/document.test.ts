import { Validator } from '@seriousme/openapi-schema-validator'
import type { JsonSchema } from '@valibot/to-json-schema'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { apiDocument } from '../../../server/openapi/document.ts'
import type { DocumentedCall, Parameter } from '../../../server/openapi/documented-call.ts'
import { createJudge } from '../../support/server/documented-answer.ts'
import { createTestServer } from '../../support/server/server.ts'
import { allCalls } from '../../support/worlds/contract.ts'
import { type ExampleWorld, makeExampleWorld } from '../../support/worlds/example-world.ts'
import { makeOrganization } from '../../support/worlds/factories.ts'
import { makeGatewayKey } from '../../support/worlds/mail-factories.ts'

const document = apiDocument()
const { schemas } = document.components
const allOperations = [document.paths, document.webhooks].flatMap((operations) =>
  Object.values(operations).flatMap((methods): readonly DocumentedCall[] => Object.values(methods)),
)

type Schema = JsonSchema | boolean

/** Every schema in the document, with the place where it stands. */
function* schemasIn(place: string, schema: Schema): Generator<readonly [string, JsonSchema]> {
  if (typeof schema !== 'object') return
  yield [place, schema]
  for (const [name, inner] of Object.entries(schema.properties ?? {})) {
    yield* schemasIn(`${place}.${name}`, inner)
  }
  for (const inner of schema.anyOf ?? []) yield* schemasIn(place, inner)
  if (schema.items !== undefined && !Array.isArray(schema.items)) {
    yield* schemasIn(`${place}[]`, schema.items)
  }
}

const contents = allOperations.flatMap(({ operationId, requestBody, responses }) => [
  ...Object.values(requestBody?.content ?? {}).map(
    (media) => [`${operationId} body`, media] as const,
  ),
  ...Object.entries(responses).flatMap(([status, { content = {} }]) =>
    Object.values(content).map((media) => [`${operationId} ${status}`, media] as const),
  ),
])

const allSchemas = [
  ...Object.entries(schemas).flatMap(([name, schema]) => [...schemasIn(name, schema)]),
  ...contents.flatMap(([place, { schema }]) => [...schemasIn(place, schema)]),
  ...allOperations.flatMap(({ operationId, parameters }) =>
    parameters.flatMap(({ name, schema }) => [...schemasIn(`${operationId} ?${name}`, schema)]),
  ),
]

/** @returns whether a value is what a schema of the document allows, formats included */
function createValidator() {
  const ajv = new Ajv2020({ strict: false })
  ajv.addFormat('email', /^[^@\s]+@[^@\s]+$/)
  ajv.addFormat('date-time', (text) => !Number.isNaN(Date.parse(text)) && text.includes('T'))
  ajv.addFormat('date', /^\d{4}-\d\d-\d\d$/)
  ajv.addFormat('uri', (text) => URL.canParse(text))
  const absolute = (value: unknown) =>
    JSON.parse(JSON.stringify(value).replaceAll('"#/components', '"document#/components'))
  ajv.addSchema({ $id: 'document', components: absolute(document.components) })
  const validators = new Map<string, ValidateFunction>()
  return (schema: JsonSchema, value: unknown) => {
    // Descriptions and examples do not restrict, and without them most schemas are the same.
    const rules = JSON.stringify({ ...schema, description: undefined, examples: undefined })
    const validate = validators.get(rules) ?? ajv.compile(absolute(JSON.parse(rules)))
    validators.set(rules, validate)
    return validate(value) ? undefined : ajv.errorsText(validate.errors)
  }
}

test('the document is valid OpenAPI 3.1, and the server serves it', async () => {
  await using server = await createTestServer()
  const { status, body, headers } = await server.get('/api/openapi.json')
  expect(status).toBe(200)
  expect(headers.get('content-type')).toMatch('application/json')
  expect(body).toEqual(JSON.parse(JSON.stringify(document)))
  const validator = new Validator()
  expect(await validator.validate(JSON.parse(JSON.stringify(body)))).toEqual({ valid: true })
  expect(validator.version).toBe('3.1')
})

test('the document contains exactly the routes of the server, except those of SCIM', async () => {
  await using server = await createTestServer()
  // Where a call was before is not described.
  const former = allCalls.map(({ method, formerPath }) => `${method} ${formerPath}`)
  const routes = server.app.routes
    // SCIM describes itself.
    .filter(({ method, path }) => method !== 'ALL' && /^\/api\/(?!docs|scim\/)/.test(path))
    .map(
      ({ method, path }) => `${method} ${path.replace('/api', '').replaceAll(/:(\w+)/g, '{$1}')}`,
    )
    .filter((route) => !former.includes(route))
  const { paths } = document
  const documented = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(documented.sort()).toEqual(routes.sort())
})

test('bodies are required, and the permitted callers are named', () => {
  const { paths } = document
  const calls = Object.values(paths).flatMap((methods) => Object.values(methods))
  const bodies = calls.flatMap(({ requestBody }) => requestBody ?? [])
  expect(bodies.length).toBeGreaterThan(4)
  expect(bodies.every(({ required }) => required)).toBe(true)
  expect(paths['/scans']?.post?.security).toEqual([
    { gateway: ['report'] },
    { gatewayBasic: ['report'] },
  ])
  expect(document.components.securitySchemes.gatewayBasic.scheme).toBe('basic')
  expect(paths['/auth/me']?.get?.security).toEqual([{ user: [] }])
  expect(paths['/auth/login']?.post?.security).toEqual([])
  expect(new Set(calls.map(({ operationId }) => operationId)).size).toBe(calls.length)
})

test('a call lists exactly the errors that it can return', () => {
  const { paths } = document
  const statuses = (path: string, method: string) =>
    Object.keys(paths[path]?.[method]?.responses ?? {}).join(' ')
  expect(statuses('/health', 'get')).toBe('200 422 500')
  expect(statuses('/auth/login', 'post')).toBe('200 400 401 413 415 422 429 500 503')
  expect(statuses('/team/support-request', 'post')).toBe('200 400 401 403 413 415 422 429 500 503')
  expect(statuses('/auth/me', 'get')).toBe('200 401 403 422 500 503')
  expect(statuses('/auth/logout', 'post')).toBe('200 400 401 413 415 422 500 503')
  expect(statuses('/dashboard/employee', 'get')).toBe('200 401 403 422 500 503')
  expect(statuses('/dashboard/team', 'get')).toBe('200 401 403 422 500 503')
  expect(statuses('/admin/generate-receipt/{organization_id}/{year}/{month}', 'post')).toBe(
    '200 400 401 403 404 409 413 415 422 500 503',
  )
})

test('the error of a batch that is refused as a whole lists what was refused', async () => {
  await using server = await createTestServer()
  const token = await makeGatewayKey(server, await makeOrganization(server))
  const scan = { recipient: 'no address', sender: 'a@b.example', threat_level: 'safe' }
  const { status, body } = await server.post('/api/scans', { token, body: { scans: [scan] } })
  expect(status).toBe(422)
  const content = document.paths['/scans']?.post?.responses['422']?.content?.['application/json']
  expect(content?.schema.$ref).toBe('#/components/schemas/ScansError')
  expect(schemas.ScansError?.properties).toHaveProperty('refused')
  expect(createValidator()(content?.schema ?? {}, body)).toBeUndefined()
  expect(body).toHaveProperty('refused.0.index', 0)
  expect(content?.examples?.scans_refused?.value).toHaveProperty('refused.0.index', 0)
})

test('every field and every parameter has a description and an example', () => {
  const fields = allSchemas.flatMap(([place, { properties = {} }]) =>
    Object.entries(properties).map(([name, field]) => [`${place}.${name}`, field] as const),
  )
  expect(fields.length).toBeGreaterThan(150)
  const bare = fields.filter(
    ([, field]) =>
      typeof field !== 'object' || !field.description || field.examples?.[0] === undefined,
  )
  expect(bare.map(([place]) => place)).toEqual([])
  for (const { operationId, description, parameters } of allOperations) {
    expect(description, operationId).not.toBe('')
    for (const { name, description: said, example } of parameters) {
      expect(said, `${operationId} ${name}`).not.toBe('')
      expect(example, `${operationId} ${name}`).toBeDefined()
    }
  }
})

test('every example is what its schema allows', () => {
  const problemWith = createValidator()
  const examples = [
    ...allSchemas.flatMap(([place, schema]) =>
      (schema.examples ?? []).map((value) => [place, schema, value] as const),
    ),
    ...allOperations.flatMap(({ operationId, parameters }) =>
      parameters.flatMap(({ name, schema, example }) =>
        typeof schema === 'object' ? [[`${operationId} ?${name}`, schema, example] as const] : [],
      ),
    ),
    ...contents.flatMap(([place, { schema, example, examples: many = {} }]) => [
      [place, schema, example ?? Object.values(many)[0]?.value] as const,
      ...Object.values(many).map(({ value }) => [place, schema, value] as const),
    ]),
  ]
  expect(examples.length).toBeGreaterThan(300)
  const wrong = examples.flatMap(([place, schema, value]) => {
    const problem = problemWith(schema, JSON.parse(JSON.stringify(value ?? null)))
    return problem === undefined ? [] : [`${place} ${JSON.stringify(value)}: ${problem}`]
  })
  expect(wrong).toEqual([])
})

test('every error of a call is an example with its code', () => {
  const added = document.paths['/flags/add']?.post?.responses['409']
  expect(added?.content?.['application/json']?.examples?.flag_exists?.value).toMatchObject({
    success: false,
    detail: 'lookalike.example has a red flag already. Remove that one first to change it.',
    code: 'flag_exists',
    fields: [{ field: 'value', code: 'flag_exists' }],
  })
  for (const [place, { schema, examples = {} }] of contents) {
    if (!schema.$ref?.endsWith('Error')) continue
    const code = schema.properties?.code
    expect(Object.keys(examples), place).toEqual(typeof code === 'object' ? code.enum : [])
  }
})

test('the readable page lists every call without scripts, where Aman is evaluated or developed', async () => {
  await using server = await createTestServer()
  const answer = await server.app.request('/api/docs')
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; style-src 'sha/,
  )
  const page = await answer.text()
  for (const path of Object.keys(document.paths)) {
    expect(page).toContain(`<code>/api${path}</code>`)
  }
  expect(page).not.toMatch(/<script|\[object|undefined/)
  // Examples of an input, an answer and an error.
  for (const shown of ['violet kettle drum', 'Cedar Clinic', 'flag_exists']) {
    expect(page).toContain(shown)
  }
  await using production = await createTestServer({ services: { showsDocs: false } })
  expect((await production.get('/api/docs')).status).toBe(404)
})

/**
 * Calls whose examples are only good together with what another party did a moment ago: an
 * authenticator, an identity provider, a second factor. Any other call is done.
 */
const otherStatuses: Readonly<Record<string, number>> = {
  postAuthLoginCode: 401,
  postAuthLoginPasskeyOptions: 401,
  postAuthLoginPasskey: 401,
  postAuthLoginSingleSignOn: 404,
  postAuthLoginSingleSignOnFinish: 401,
  postAuthLoginSingleSignOnConfirm: 409,
  getSingleSignOnCallback: 303,
  postAuthConfirmPasskeyOptions: 409,
  postAuthConfirmPasskey: 422,
  postAuthExtension: 422,
  postAccountFactorsTotp: 422,
  postAccountFactorsPasskey: 422,
  postAccountFactorsRecoveryCodes: 409,
  postAccountFactorsIdRemove: 404,
  postOrganizationUsersIdFactorsReset: 409,
  postAdminUsersIdFactorsReset: 409,
  postAdminUsersIdSingleSignOn: 409,
  deleteAdminUsersIdSingleSignOn: 409,
  getReceipt: 403,
  // The address is not the caller's.
  postAccountMailbox: 422,
  postAccountMailboxServer: 422,
  postOrganizationMailboxCredential: 422,
  postOrganizationMailboxCredentialRetry: 404,
  deleteOrganizationMailboxCredential: 404,
  postAccountMailboxSignIn: 422,
  postAccountMailboxSignInFinish: 422,
}

/** A cursor belongs to the list that answered with it, so that the example cannot be a real one. */
async function withCursor({ server, token }: ExampleWorld, path: string): Promise<string> {
  const [list = '', query = ''] = path.split('?')
  if (token === undefined || !query.startsWith('cursor=')) return path
  const { headers } = await server.get(`${list}?limit=1`, { token })
  const [, cursor = 'there is no next page'] =
    /cursor=([^&>]+)/.exec(headers.get('link') ?? '') ?? []
  return `${list}?cursor=${cursor}&limit=1`
}

test('every request is answered as the document says, made as its examples show it', async () => {
  const findProblem = createJudge(apiDocument())
  const wrong: string[] = []
  // What only reads needs no world of its own.
  const groups = Map.groupBy(documentedRequests(), ({ call, method }, index) =>
    method === 'GET' ? call.operationId : index,
  )
  for (const requests of groups.values()) {
    const [{ call } = {}] = requests
    if (call === undefined) continue
    await using world = await makeExampleWorld(call)
    const { server, token, withIds } = world
    for (const { method, path, contentType, headers, body } of requests) {
      const answer = await server.app.request(await withCursor(world, withIds(path)), {
        method,
        headers: {
          ...headers,
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(contentType === undefined ? {} : { 'content-type': contentType }),
        },
        ...(body === undefined ? {} : { body: withIds(body) }),
      })
      const said = (await answer.clone().text()).slice(0, 150)
      const problem = await findProblem(call, answer)
      const { status } = answer
      if (problem !== undefined) wrong.push(`${method} ${path}: ${problem}`)
      if (status !== (otherStatuses[call.operationId] ?? 200)) {
        wrong.push(`${method} ${path}: ${status} ${said}`)
      }
    }
  }
  expect(wrong).toEqual([])
})

interface DocumentedRequest {
  readonly call: DocumentedCall
  readonly method: string
  readonly path: string
  readonly contentType: string | undefined
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

/** Requests as the document shows them: one with what is required, and one more with each other parameter. */
function documentedRequests(): readonly DocumentedRequest[] {
  return Object.entries(apiDocument().paths).flatMap(([template, methods]) =>
    Object.entries(methods).flatMap(([method, call]) => {
      const required = call.parameters.filter((parameter) => parameter.required)
      const others = call.parameters.filter((parameter) => !parameter.required)
      return [required, ...others.map((other) => [...required, other])].map((parameters) =>
        requestTo(template, method.toUpperCase(), call, parameters),
      )
    }),
  )
}

function requestTo(
  template: string,
  method: string,
  call: DocumentedCall,
  parameters: readonly Parameter[],
): DocumentedRequest {
  let path = `/api${template}`
  const query = new URLSearchParams()
  const headers: Record<string, string> = {}
  for (const { name, in: place, example } of parameters) {
    const value = String(example)
    if (place === 'path') path = path.replace(`{${name}}`, encodeURIComponent(value))
    else if (place === 'query') query.set(name, value)
    else headers[name] = value
  }
  const [contentType, media] = Object.entries(call.requestBody?.content ?? {})[0] ?? []
  const { example } = media ?? {}
  return {
    ...{ call, method, contentType, headers },
    path: query.size === 0 ? path : `${path}?${query}`,
    body: typeof example === 'string' ? example : JSON.stringify(example),
  }
}
