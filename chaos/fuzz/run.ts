import fc from 'fast-check'
import { bindCalls } from '../../server/calls.ts'
import { createDocument } from '../../server/openapi/document.ts'
import { makeFlag, makeGatewayKey, makeSession, makeUser } from '../../tests/support/factories.ts'
import { createTestServer, type TestServer } from '../../tests/support/server.ts'
import { createJudge } from './judge.ts'
import { type Caller, type FuzzedRequest, requestsOf } from './requests.ts'
import type { Known } from './values.ts'

export interface FuzzFigures {
  readonly requests: number
  readonly seed: number
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
 * @param address of an empty database, as `openDatabase` takes it; one of its own without it
 */
export async function fuzz(requests: number, seed: number, address?: string): Promise<FuzzFigures> {
  await using server = await createTestServer(address === undefined ? {} : { address })
  const document = createDocument(bindCalls(server.services).map(({ endpoint }) => endpoint))
  const judge = createJudge(document)
  const { known, tokenOf } = await prepare(server)
  const statuses = new Map<number, number>()
  const called = new Set<string>()
  const problems: string[] = []
  for (const request of fc.sample(requestsOf(document, known), { numRuns: requests, seed })) {
    const answer = await send(server, request, await tokenOf(request.caller))
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
    called.add(request.call.operationId)
    const problem = await judge(request, answer)
    if (problem !== undefined) problems.push(`${told(request)}\n  ${problem}`)
    server.clock.pass(1000)
  }
  const documented = Object.values(document.paths).flatMap((methods) => Object.values(methods))
  const untried = documented.map((call) => call.operationId).filter((name) => !called.has(name))
  return { requests, seed, statuses, calls: called.size, untried, problems }
}

async function send(server: TestServer, request: FuzzedRequest, token: string | undefined) {
  const { method, path, body, contentType } = request
  return server.app.request(path, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': contentType }),
    },
    ...(body === undefined ? {} : { body }),
  })
}

function told({ method, path, caller, body }: FuzzedRequest): string {
  return `${method} ${path.slice(0, 200)} as ${caller} with ${body?.slice(0, 500) ?? 'no body'}`
}

/** Callers who are never changed, and others with flags whom a request may change or remove. */
async function prepare(server: TestServer) {
  const password = 'violet kettle drum'
  const asking = {
    employee: await makeUser(server, { role: 'employee' }),
    team_lead: await makeUser(server, { role: 'team_lead' }),
    super_admin: await makeUser(server, { role: 'super_admin' }),
  }
  const others = await Promise.all(
    Array.from({ length: 20 }, () =>
      makeUser(server, { password, organizationId: asking.employee.organizationId }),
    ),
  )
  const flags = await Promise.all(
    Array.from({ length: 20 }, (_, position) =>
      makeFlag(server, asking.super_admin, {
        flag_type: 'red',
        value: `sender-${position}.example`,
      }),
    ),
  )
  const key = await makeGatewayKey(server, asking.employee.organizationId)
  const known: Known = {
    id: [...others.map(({ id }) => id), ...flags],
    organization_id: [asking.employee.organizationId],
    username: others.map(({ username }) => username),
    password: [password],
    recipient: others.map(({ email }) => email),
    email: others.map(({ email }) => email),
    contact_email: ['office@firm.example'],
    sender: ['a@sender-1.example'],
    value: ['sender-1.example', 'a@new.example'],
    received_at: ['2025-03-01T10:00:00Z'],
  }
  async function tokenOf(caller: Caller): Promise<string | undefined> {
    if (caller === 'nobody') return undefined
    if (caller === 'liar') return 'nonsense'
    return caller === 'gateway' ? key : makeSession(server, asking[caller])
  }
  return { known, tokenOf }
}
