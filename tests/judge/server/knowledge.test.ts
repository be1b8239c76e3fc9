import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, vi } from 'vitest'
import { isForGateways } from '../../../contract/core/key-scope.ts'
import { showBrowserKnowledgeEndpoint } from '../../../contract/judge/show-browser-knowledge.ts'
import { showJudgeKnowledgeEndpoint } from '../../../contract/judge/show-judge-knowledge.ts'
import type { Knowledge } from '../../../judge/knowledge.ts'
import { correspondentOf } from '../../../judge/lists/correspondent.ts'
import { isInSet, unpackSet } from '../../../judge/lists/hashed-set.ts'
import { isFreeMail } from '../../../judge/lists/lists.ts'
import { domainOf, registeredDomain } from '../../../judge/read/domain.ts'
import { nameKeys } from '../../../judge/rules/name-keys.ts'
import { dayMs, hourMs, minuteMs } from '../../../server/core/clock.ts'
import { issueGatewayKey, revokeGatewayKey } from '../../../server/gateways/keys/gateway-keys.ts'
import { pack } from '../../../server/judge/memory/memory.ts'
import { judgeInThread } from '../../../server/judge/threads.ts'
import { createKnowledge, type Known, knowledgeOf } from '../../../server/judge/worker-knowledge.ts'
import { makeMail } from '../../support/judge/mails.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { test } from '../../support/server/server-test.ts'
import { allCalls, nameOf } from '../../support/worlds/contract.ts'
import {
  changeUser,
  makeDomain,
  makeOrganization,
  makeSession,
  makeUser,
  signInAdmin,
  signInUser,
} from '../../support/worlds/factories.ts'
import {
  makeGatewayKey,
  makeOperatorKey,
  reportScans,
} from '../../support/worlds/mail-factories.ts'

const path = '/api/judge-knowledge'

test("a browser's key gives what its organization knows, once, without a person", async () => {
  await using server = await createTestServer()
  const organizationId = await makeOrganization(server, { name: 'Cedar Clinic' })
  await makeDomain(server, organizationId, 'clinic.example')
  await makeUser(server, { organizationId, full_name: 'Omar Haddad' })
  const token = await makeGatewayKey(server, organizationId, 'join')
  const first = await server.get(path, { token })
  expect(first.output(showBrowserKnowledgeEndpoint)).toMatchObject({
    organization_name: 'Cedar Clinic',
    domains: ['clinic.example'],
    people: { count: expect.any(Number) },
  })
  expect(first.text).not.toMatch(/omar|haddad/i)
  const headers = { 'if-none-match': first.headers.get('etag') ?? '' }
  expect((await server.get(path, { token, headers })).status).toBe(304)
})

test('what browsers are told is made once a minute, however often they ask', async ({ server }) => {
  const organizationId = await makeOrganization(server)
  const token = await makeGatewayKey(server, organizationId, 'join')
  const tell = async () =>
    (await server.get(path, { token })).output(showBrowserKnowledgeEndpoint).per_thousand
  const settings = server.database.updateTable('organizations').where('id', '=', organizationId)
  await settings.set({ judge_per_thousand: 10 }).execute()
  expect(await tell()).toBe(10)
  await settings.set({ judge_per_thousand: 20 }).execute()
  server.clock.pass(59_000)
  expect(await tell()).toBe(10)
  server.clock.pass(1001)
  expect(await tell()).toBe(20)
})

test('browsers ask from anywhere, and a key of the operator joins none', async () => {
  await using server = await createTestServer({ services: { gatewayNetworks: '192.0.2.0/24' } })
  const organizationId = await makeOrganization(server)
  const token = await makeGatewayKey(server, organizationId, 'join')
  expect((await server.get(path, { token })).status).toBe(200)
  const { token: admin } = await signInAdmin(server)
  const body = { scope: 'join', organization_ids: null }
  const issued = await server.post('/api/admin/operator-keys', { token: admin, body })
  expect(issued).toMatchObject({ status: 422, code: 'invalid_input' })
  const { key } = await makeOperatorKey(server, 'join')
  expect((await server.get(path, { token: key })).status).toBe(404)
})

test("a browser's key makes no other call, and no other token makes this one", async () => {
  await using server = await createTestServer()
  const organizationId = await makeOrganization(server)
  const token = await makeGatewayKey(server, organizationId, 'join')
  const allowed: string[] = []
  for (const endpoint of allCalls) {
    if (endpoint.access === 'public') continue
    const address = `/api${endpoint.path.replaceAll(/:\w+/g, 'x')}`
    const { status } = await (endpoint.method === 'GET'
      ? server.get(address, { token })
      : endpoint.method === 'DELETE'
        ? server.delete(address, { token })
        : server.post(address, { token, body: {} }))
    const refused = isForGateways(endpoint.access) ? 403 : 401
    if (status !== refused) allowed.push(nameOf(endpoint))
  }
  expect(allowed).toEqual([nameOf(showBrowserKnowledgeEndpoint)])
  const user = await makeUser(server, { organizationId })
  for (const scope of ['site', 'extension'] as const) {
    const session = await makeSession(server, user, { scope })
    expect((await server.get(path, { token: session })).status).toBe(401)
  }
})

test("a browser's key ends when it is revoked or expires, and waits while its organization is suspended", async () => {
  await using server = await createTestServer()
  const organizationId = await makeOrganization(server)
  const expires_at = new Date(server.clock().getTime() + 60_000).toISOString()
  const options = { label: '', scope: 'join' } as const
  const short = await issueGatewayKey(server, organizationId, { ...options, expires_at })
  const long = await issueGatewayKey(server, organizationId, options)
  const near = await issueGatewayKey(server, organizationId, {
    ...options,
    networks: '192.0.2.0/24',
  })
  const ask = async ({ key }: { readonly key: string }) =>
    (await server.get(path, { token: key })).status
  expect([await ask(short), await ask(long), await ask(near)]).toEqual([200, 200, 403])
  server.clock.pass(60_000)
  expect(await ask(short)).toBe(401)
  const organization = server.database.updateTable('organizations').where('id', '=', organizationId)
  await organization.set({ suspended_at: server.clock().toISOString() }).execute()
  expect(await ask(long)).toBe(403)
  await organization.set({ suspended_at: null }).execute()
  expect(await ask(long)).toBe(200)
  await revokeGatewayKey(server, organizationId, long.id)
  expect(await ask(long)).toBe(401)
})

let server: TestServer

const from = (sender: string, threat_level: 'safe' | 'suspicious' = 'safe') => ({
  sender,
  threat_level,
})

describe('knowledge', () => {
  beforeEach(async () => {
    server = await createTestServer()
  })
  afterEach(() => server[Symbol.asyncDispose]())

  test('a new colleague is known after ten minutes, a new correspondent after an hour', async () => {
    const { organizationId, ...user } = await makeUser(server, { full_name: 'Rania Khoury' })
    await reportScans(server, { ...user, organizationId }, [from('lena@supplier.example')])
    const knowledge = createKnowledge(server)
    const now = async () => knowledgeOf(await knowledge(organizationId))
    expect((await now()).people).toEqual([{ name: 'Rania Khoury', address: user.email }])
    await makeUser(server, { organizationId, full_name: 'Omar Haddad' })
    await makeDomain(server, organizationId, 'clinic.example')
    await reportScans(server, { ...user, organizationId }, [from('sara@paper.example')])
    server.clock.pass(10 * minuteMs + 1)
    const { people, domains } = await now()
    expect(people?.map(({ name }) => name)).toEqual(['Rania Khoury', 'Omar Haddad'])
    expect(domains).toEqual(['clinic.example'])
    server.clock.pass(hourMs)
    expect((await now()).hasWritten?.('sara@paper.example')).toBe(true)
  })

  test('a sender is known after safe mail on three days, however much came on one', async () => {
    const user = await makeUser(server)
    const isKnown = async () =>
      knowledgeOf(await createKnowledge(server)(user.organizationId)).isCorrespondent?.(
        'lena@supplier.example',
      )
    const known: unknown[] = []
    for (let day = 0; day < 3; day += 1) {
      await reportScans(
        server,
        user,
        [1, 2, 3].map(() => from('lena@supplier.example')),
      )
      known.push(await isKnown())
      server.clock.pass(dayMs)
    }
    expect(known).toEqual([false, false, true])
  })

  test('senders are those of safe mail that is kept, of the own organization alone', async () => {
    const [one, other] = [await makeUser(server), await makeUser(server)]
    for (let day = 0; day < 3; day += 1) {
      if (day > 0) server.clock.pass(dayMs)
      await reportScans(server, one, [
        from('lena@supplier.example'),
        from('omar.haddad@gmail.com'),
        from('trap@bait.example', 'suspicious'),
      ])
      await reportScans(server, other, [from('sara@paper.example'), from('layla@gmail.com')])
    }
    const knowledge = createKnowledge(server)
    const ofOne = knowledgeOf(await knowledge(one.organizationId))
    const known = (address: string) => ofOne.isCorrespondent?.(address)
    expect(known('lena@supplier.example')).toBe(true)
    expect(known('office@mail.supplier.example')).toBe(true)
    expect(known('omar.haddad@gmail.com')).toBe(true)
    for (const address of [
      'layla@gmail.com',
      'sara@paper.example',
      'trap@bait.example',
      'gmail.com',
      'supplier.example',
      '',
    ]) {
      expect(known(address), address).toBe(false)
    }
    expect(ofOne.correspondentDomains).toEqual(['supplier.example'])
    server.clock.pass(31 * dayMs)
    const ofEnded = knowledgeOf(await knowledge(one.organizationId))
    expect(ofEnded.isCorrespondent).toBeUndefined()
    const empty = await makeOrganization(server)
    expect(knowledgeOf(await knowledge(empty)).isCorrespondent).toBeUndefined()
  })
})

const dayMsJudgeKnowledge = 24 * 60 * 60_000

test('an extension is told who is known in a form that lists no one, once', async ({ server }) => {
  const organizationId = await makeOrganization(server)
  await makeDomain(server, organizationId, 'clinic.example')
  const user = await makeUser(server, { organizationId, full_name: 'Omar Haddad' })
  const from = (sender: string) => reportScans(server, user, [{ sender, threat_level: 'safe' }])
  for (let day = 0; day < 5; day += 1) {
    await from('layla@cedar-supplies.example')
    server.clock.pass(dayMsJudgeKnowledge)
  }
  await from('once@olive-press.example')
  const token = await makeSession(server, user, { scope: 'extension' })
  const first = await server.get('/api/account/judge-knowledge', { token })
  const { domains, salt, correspondents, met, people, layer } = first.output(
    showJudgeKnowledgeEndpoint,
  )
  expect({ domains, layer }).toEqual({ domains: ['clinic.example'], layer: null })
  expect(first.text).not.toMatch(/cedar|olive|layla|haddad/i)
  const isIn = (filter: typeof met, sender: string) =>
    filter !== null &&
    isInSet(unpackSet({ ...filter, bits: Uint8Array.fromBase64(filter.bits) }), salt + sender)
  expect(isIn(correspondents, 'cedar-supplies.example')).toBe(true)
  expect(isIn(correspondents, 'olive-press.example')).toBe(false)
  expect(isIn(met, 'olive-press.example')).toBe(true)
  const isPerson = (name: string) => nameKeys(name, 'asked').some((key) => isIn(people, key))
  expect(['Haddad, Omar', 'عمر حداد', 'Layla Haddad'].map(isPerson)).toEqual([true, true, false])
  const headers = { 'if-none-match': first.headers.get('etag') ?? '' }
  const again = await server.get('/api/account/judge-knowledge', { token, headers })
  expect([again.status, again.text]).toEqual([304, ''])

  const { token: stranger } = await signInUser(server)
  const theirs = await server.get('/api/account/judge-knowledge', { token: stranger, headers })
  const other = theirs.output(showJudgeKnowledgeEndpoint)
  expect(other).toMatchObject({ domains: [], correspondents: null, met: null })
  expect(other.salt).not.toBe(salt)
  const lone = await makeUser(server)
  await changeUser(server, lone.id, { organization_id: null })
  const alone = await makeSession(server, lone)
  const none = await server.get('/api/account/judge-knowledge', { token: alone })
  expect(none.output(showJudgeKnowledgeEndpoint)).toMatchObject({ domains: [], per_thousand: null })
})

const hosts = [
  'gmail.com',
  'firm.example',
  'firm.com.jo',
  'com.jo',
  'mail.firm.example',
  'localhost',
]
const addresses = fc
  .tuple(
    fc.constantFrom('a', 'b', 'ab', 'a"b', 'ü', '\\', 'a\u2028'),
    fc.constantFrom(...hosts, 'hotmail.com', 'firm.example.jo', 'irm.example', 'x.gmail.com'),
  )
  .map(([local, host]) => `${local}@${host}`)

test('an address is known only if it wrote, or another one of its firm', () => {
  const site = (address: string) => registeredDomain(domainOf(address))
  fc.assert(
    fc.property(fc.array(addresses, { minLength: 1, maxLength: 8 }), addresses, (wrote, asked) => {
      const { isCorrespondent } = knowledgeOf({
        correspondents: pack({ known: wrote.map(correspondentOf), met: [] }),
      })
      const isFirm = site(asked) !== '' && !isFreeMail(site(asked))
      const expected =
        wrote.includes(asked) || (isFirm && wrote.some((it) => site(it) === site(asked)))
      expect(isCorrespondent?.(asked)).toBe(expected)
    }),
    { numRuns: 2000 },
  )
})

/** An organization that knows so many that a thread keeps few of its size. */
function large(number: number): Known {
  const firms = Array.from({ length: 5000 }, (_, firm) => `firm-${firm}-of-${number}.example`)
  const people = Array.from({ length: 100 }, (_, person) => ({
    name: `Person ${person} of ${number}`,
    address: `person-${person}@organization-${number}.example`,
  }))
  return {
    own: pack({ domains: [`organization-${number}.example`], people }),
    correspondents: pack({ known: [...firms, `friend-${number}@gmail.com`], met: [] }),
  }
}

test('large organizations in turn are told apart, more than a thread keeps', () => {
  const all = Array.from({ length: 60 }, (_, number) => large(number))
  const orders = [all.entries(), all.entries(), [...all.entries()].toReversed()]
  for (const [number, known] of orders.flatMap((order) => [...order])) {
    const { domains, people, isCorrespondent }: Knowledge = knowledgeOf(known)
    expect(domains).toEqual([`organization-${number}.example`])
    expect(people?.[99]?.name).toBe(`Person 99 of ${number}`)
    expect(isCorrespondent?.(`x@firm-4999-of-${number}.example`)).toBe(true)
    expect(isCorrespondent?.(`friend-${number}@gmail.com`)).toBe(true)
    const other = (number + 1) % all.length
    expect(isCorrespondent?.(`x@firm-4999-of-${other}.example`)).toBe(false)
    expect(isCorrespondent?.(`friend-${other}@gmail.com`)).toBe(false)
  }
})

test('a thread that ended after idle minutes and began again knows the organization', async () => {
  const known = large(1)
  const codes = async () => {
    const { judgement } = await judgeInThread({
      mail: Uint8Array.from(makeMail({ from: 'Person 7 of 1 <ceo.office@gmail.com>' })),
      known,
      facts: {},
      isPasted: false,
      perThousand: 10,
    })
    return judgement.reasons.map(({ code }) => code)
  }
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    expect(await codes()).toContain('colleague_name_on_foreign_address')
    vi.advanceTimersByTime(11 * minuteMs)
  } finally {
    vi.useRealTimers()
  }
  expect(await codes()).toContain('colleague_name_on_foreign_address')
})

test('a mail may wait long for the processor, but not use it for long', async () => {
  const asked = (body: string) => ({
    mail: Uint8Array.from(makeMail({ body })),
    known: {},
    facts: {},
    isPasted: false,
    perThousand: 10,
  })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const answer = judgeInThread(asked('See you on Monday'))
    await vi.advanceTimersByTimeAsync(4 * minuteMs)
    expect((await answer).judgement.level).toBe('safe')
  } finally {
    vi.useRealTimers()
  }
  const long = judgeInThread(asked('<a '.repeat(2_000_000)), 1)
  await expect(long).rejects.toThrow("The thread 'judge' ended")
})
