import { expect, test } from 'vitest'
import { isForGateways } from '../../../contract/core/key-scope.ts'
import {
  type LongRequest,
  longRequests,
  longScimRequests,
  placeOfUser,
} from '../../support/long-text/requests.ts'
import { createSlowness, longestStallMs } from '../../support/long-text/stalls.ts'
import { type KindOfText, kindsOfText } from '../../support/long-text/texts.ts'
import { startRspamdStandIn } from '../../support/mail/rspamd.ts'
import { entraUser, makeProvider } from '../../support/scim/scim.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { allCalls } from '../../support/worlds/contract.ts'
import { makeSession, makeUser } from '../../support/worlds/factories.ts'
import { makeFlag, makeGatewayKey } from '../../support/worlds/mail-factories.ts'

/** The kind whose time grows most; every field gets one of the others in turn. */
const slowest: readonly KindOfText[] = ['combining marks']

/** The calls in turn, so that a part takes a busy machine some tens of seconds. */
const parts = [0, 1, 2, 3]

test.each(parts)('no body of a call holds up all other calls (part %d)', async (part) => {
  const calls = allCalls.filter((_, index) => index % parts.length === part)
  const { problems, unread, tried } = await findStalls(longRequests(calls, slowest, kindsOfText))
  expect(problems).toEqual([])
  expect(unread).toEqual([])
  expect(tried).toBeGreaterThan(160)
})

test('nothing that an identity provider sends holds up all other calls', async () => {
  const { problems, unread, tried } = await findStalls(longScimRequests(slowest))
  expect(problems).toEqual([])
  expect(unread).toEqual([])
  expect(tried).toBeGreaterThan(30)
})

/** On an idle machine. */
const mostStallMs = 50
/** Stalls of the server happen each time, and noise does not. */
const attempts = 3
/** How many requests go by before the machine is measured again. */
const betweenLoops = 100

/**
 * Sends requests to the real app, one after the other, and watches the event loop.
 * @returns those that held up all others, and those that were refused before what is long in them was read
 */
async function findStalls(requests: Iterable<LongRequest>) {
  await using filter = await startRspamdStandIn()
  await using server = await createTestServer({ services: { rspamdUrl: filter.url } })
  const { tokenFor, userId } = await prepare(server)
  const measureSlowness = createSlowness()
  const problems: string[] = []
  const unread: string[] = []
  let [tried, slowness] = [0, measureSlowness()]
  for (const request of requests) {
    let [shortestMs, status] = [Number.POSITIVE_INFINITY, 0]
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const token = await tokenFor(request)
      const path = request.path.replace(placeOfUser, userId)
      // The caller's time to copy the body is not the server's.
      const sent = sentAs({ ...request, path }, token)
      const stallMs = await longestStallMs(async () => {
        const answer = await server.app.request(sent)
        await answer.arrayBuffer()
        status = answer.status
      })
      shortestMs = Math.min(shortestMs, stallMs)
      if (shortestMs <= mostStallMs * slowness) break
      slowness = measureSlowness()
    }
    tried += 1
    if (tried % betweenLoops === 0) slowness = measureSlowness()
    if (shortestMs > mostStallMs * slowness) {
      problems.push(`${request.name}: ${shortestMs.toFixed(0)} ms, ${status}`)
    }
    const isRead = status !== 401 || request.access === 'public'
    if (!isRead || [403, 413, 415].includes(status)) unread.push(`${request.name}: ${status}`)
    if (status >= 500) problems.push(`${request.name}: ${status}`)
    // Limits of calls in a time must not hide what comes after them.
    server.clock.pass(betweenRequestsMs)
  }
  return { tried, problems, unread }
}

const betweenRequestsMs = 5 * 60_000

function sentAs(
  { method, path, mediaType, body }: LongRequest,
  token: string | undefined,
): Request {
  return new Request(`http://localhost/api${path}`, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': mediaType }),
    },
    ...(body === undefined ? {} : { body }),
  })
}

/** A caller for each kind of access; a session of its own for each request, which may end it. */
async function prepare(server: TestServer) {
  const admin = await makeUser(server, { role: 'super_admin' })
  const lead = await makeUser(server, { role: 'team_lead', managesOrganization: true })
  const keys = {
    gateway: await makeGatewayKey(server, lead.organizationId),
    'flag-gateway': await makeGatewayKey(server, lead.organizationId, 'flags'),
    'analysing-gateway': await makeGatewayKey(server, lead.organizationId, 'analyse'),
    'joined-browser': await makeGatewayKey(server, lead.organizationId, 'join'),
  }
  const provider = await makeProvider(server)
  const userId = await provider.create(entraUser())
  await makeFlag(server, lead, { flag_type: 'red', value: 'sender.example' })
  const tokenFor = async ({ access, path }: LongRequest): Promise<string | undefined> => {
    if (access === 'public') return undefined
    if (access === 'provider') return provider.token
    if (isForGateways(access)) return keys[access]
    return makeSession(server, path.startsWith('/organization') ? lead : admin)
  }
  return { tokenFor, userId }
}
