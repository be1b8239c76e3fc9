import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keyScopes } from '../../../contract/core/key-scope.ts'
import { apiDocument } from '../../../server/openapi/document.ts'
import { type Caller, requestsOf } from '../../support/fuzz/requests.ts'
import { startRspamdStandIn } from '../../support/mail/rspamd.ts'
import { createJudge } from '../../support/server/documented-answer.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { times } from '../../support/until.ts'
import { allCalls } from '../../support/worlds/contract.ts'
import { makeSession, makeUser } from '../../support/worlds/factories.ts'
import { makeFlag, makeGatewayKey } from '../../support/worlds/mail-factories.ts'

test('every answer to random input is one that the document lists', async () => {
  await using rspamd = await startRspamdStandIn()
  const { problems, untried, statuses } = await fuzz(rspamd.url)
  expect(rspamd.scans.length).toBeGreaterThan(0)
  expect(problems).toEqual([])
  expect(untried).toEqual([])
  for (const status of [200, 400, 401, 403, 404, 409, 415, 422]) {
    expect(statuses.has(status), String(status)).toBe(true)
  }
})

/**
 * Sends generated requests to the real app, one after the other; the same seed sends the same.
 * @returns the statuses of answers, the calls that no request went to, and problems with their requests
 */
async function fuzz(rspamdUrl: string) {
  await using server = await createTestServer({ services: { rspamdUrl } })
  const document = apiDocument()
  const findProblem = createJudge(document)
  const { known, tokenOf } = await prepare(server)
  const statuses = new Set<number>()
  const called = new Set<string>()
  const problems: string[] = []
  const sample = { numRuns: 10 * allCalls.length, seed: 2029 }
  for (const request of fc.sample(requestsOf(document, known), sample)) {
    const { method, path, caller, contentType, body } = request
    const token = await tokenOf(caller)
    const headers = {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': contentType }),
    }
    const sent = { method, headers, ...(body === undefined ? {} : { body }) }
    const answer = await server.app.request(path, sent)
    statuses.add(answer.status)
    called.add(request.call.operationId)
    const problem = await findProblem(request.call, answer)
    if (problem !== undefined) {
      const content = body?.slice(0, 500) ?? 'no body'
      problems.push(`${method} ${path.slice(0, 200)} as ${caller} with ${content}\n  ${problem}`)
    }
    server.clock.pass(1000)
  }
  const documented = Object.values(document.paths).flatMap((methods) => Object.values(methods))
  const untried = documented.map((call) => call.operationId).filter((name) => !called.has(name))
  return { statuses, untried, problems }
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
    analyse: await makeGatewayKey(server, organizationId, 'analyse'),
    join: await makeGatewayKey(server, organizationId, 'join'),
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
    const scope = keyScopes.find((known) => known === caller)
    if (scope !== undefined) return keys[scope]
    if (caller !== 'employee' && caller !== 'team_lead')
      return makeSession(server, asking.super_admin)
    return makeSession(server, asking[caller])
  }
  return { known, tokenOf }
}
