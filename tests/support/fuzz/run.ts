import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { apiDocument, type OpenApiDocument } from '../../../server/openapi/document.ts'
import { makeFlag, makeGatewayKey, makeSession, makeUser } from '../factories.ts'
import { createTestServer, type TestServer } from '../server.ts'
import { times } from '../until.ts'
import { type Caller, type FuzzedRequest, requestsOf } from './requests.ts'

interface FuzzFigures {
  /** How many answers had each status. */
  readonly statuses: ReadonlyMap<number, number>
  readonly calls: number
  /** Calls of the document that no request went to. */
  readonly untried: readonly string[]
  /** What was wrong, with the request that brought it about. */
  readonly problems: readonly string[]
}

/**
 * Sends generated requests to the real app, one after the other; the same seed sends the same.
 * @param options with the address of an empty database, or none for one of its own; a mail filter among
 * the services is asked, too
 */
export async function fuzz(
  requests: number,
  seed: number,
  options: Parameters<typeof createTestServer>[0] = {},
): Promise<FuzzFigures> {
  await using server = await createTestServer(options)
  const document = apiDocument()
  const findProblem = createJudge(document)
  const { known, tokenOf } = await prepare(server)
  const statuses = new Map<number, number>()
  const called = new Set<string>()
  const problems: string[] = []
  for (const request of fc.sample(requestsOf(document, known), { numRuns: requests, seed })) {
    const { method, path, caller, contentType, body } = request
    const token = await tokenOf(caller)
    const headers = {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': contentType }),
    }
    const sent = { method, headers, ...(body === undefined ? {} : { body }) }
    const answer = await server.app.request(path, sent)
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
    called.add(request.call.operationId)
    const problem = await findProblem(request, answer)
    if (problem !== undefined) {
      const content = body?.slice(0, 500) ?? 'no body'
      problems.push(`${method} ${path.slice(0, 200)} as ${caller} with ${content}\n  ${problem}`)
    }
    server.clock.pass(1000)
  }
  const documented = Object.values(document.paths).flatMap((methods) => Object.values(methods))
  const untried = documented.map((call) => call.operationId).filter((name) => !called.has(name))
  return { statuses, calls: called.size, untried, problems }
}

/** @returns what is wrong with an answer, by the document; undefined for nothing */
function createJudge({ components }: OpenApiDocument) {
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  const validators = new Map<unknown, ValidateFunction>()
  return async ({ call }: FuzzedRequest, answer: Response): Promise<string | undefined> => {
    const { status, headers } = answer
    const text = await answer.text()
    const documented = call.responses[String(status)]
    if (status >= 500) return `a failure: ${status} ${text}`
    if (documented === undefined) return `an undocumented status: ${status} ${text}`
    const mediaType = headers.get('content-type')?.split(';')[0] ?? ''
    // A redirect has no body.
    if (documented.content === undefined && text === '') return undefined
    const content = documented.content?.[mediaType]
    if (content === undefined) return `an undocumented media type: ${status} ${mediaType}`
    if (mediaType !== 'application/json') return undefined
    const schema: object = content.schema
    const validate = validators.get(schema) ?? ajv.compile({ ...schema, components })
    validators.set(schema, validate)
    if (validate(JSON.parse(text))) return undefined
    return `another body than documented: ${ajv.errorsText(validate.errors)} in ${text.slice(0, 500)}`
  }
}

/** Callers who are never changed, and others with flags that a request may change or remove. */
async function prepare(server: TestServer) {
  const password = 'violet kettle drum'
  const asking = {
    employee: await makeUser(server, { role: 'employee' }),
    team_lead: await makeUser(server, { role: 'team_lead' }),
    super_admin: await makeUser(server, { role: 'super_admin' }),
  }
  const { organizationId } = asking.employee
  const others = await times(20, () => makeUser(server, { password, organizationId }))
  const flags = await times(20, (position) => {
    const value = `sender-${position}.example`
    return makeFlag(server, asking.super_admin, { flag_type: 'red', value })
  })
  const keys = {
    report: await makeGatewayKey(server, organizationId),
    flags: await makeGatewayKey(server, organizationId, 'flags'),
  }
  const emails = others.map(({ email }) => email)
  const known = {
    id: [...others.map(({ id }) => id), ...flags],
    organization_id: [organizationId],
    username: others.map(({ username }) => username),
    recipient: emails,
    email: emails,
    value: ['sender-1.example'],
    rcpt: [emails, emails.slice(0, 1)],
  }
  async function tokenOf(caller: Caller): Promise<string | undefined> {
    if (caller === 'anonymous') return undefined
    if (caller === 'liar') return 'nonsense'
    if (caller === 'report' || caller === 'flags') return keys[caller]
    return makeSession(server, asking[caller])
  }
  return { known, tokenOf }
}
