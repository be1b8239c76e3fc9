import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Knowledge } from '../../../judge/knowledge.ts'
import { isFreeMail } from '../../../judge/lists/lists.ts'
import { domainOf, registeredDomain } from '../../../judge/read/domain.ts'
import { dayMs, hourMs, minuteMs } from '../../../server/core/clock.ts'
import { createKnowledge } from '../../../server/judge/knowledge.ts'
import { pack } from '../../../server/judge/packed.ts'
import { correspondentsOf } from '../../../server/judge/read-knowledge.ts'
import { judgeInThread } from '../../../server/judge/threads.ts'
import { type Known, knowledgeOf } from '../../../server/judge/worker-knowledge.ts'
import { makeMail } from '../../support/judge/mails.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import {
  makeDomain,
  makeOrganization,
  makeUser,
  reportScans,
} from '../../support/worlds/factories.ts'

let server: TestServer
beforeEach(async () => {
  server = await createTestServer()
})
afterEach(() => server[Symbol.asyncDispose]())

const from = (sender: string, threat_level: 'safe' | 'suspicious' = 'safe') => ({
  sender,
  threat_level,
})

test('a new colleague is known after ten minutes, a new correspondent after an hour', {
  tags: ['A1750'],
}, async () => {
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
  expect((await now()).correspondentDomains?.toSorted()).toEqual([
    'paper.example',
    'supplier.example',
  ])
})

test('senders are those of safe mail that is kept, of the own organization alone', {
  tags: ['A1752', 'A1322'],
}, async () => {
  const [one, other] = [await makeUser(server), await makeUser(server)]
  await reportScans(server, one, [
    from('lena@supplier.example'),
    from('omar.haddad@gmail.com'),
    from('trap@bait.example', 'suspicious'),
  ])
  await reportScans(server, other, [from('sara@paper.example'), from('layla@gmail.com')])
  const knowledge = createKnowledge(server)
  const ofOne = knowledgeOf(await knowledge(one.organizationId))
  const known = (address: string) => ofOne.isCorrespondent?.(address)
  expect(known('lena@supplier.example')).toBe(true)
  expect(known('anybody@mail.supplier.example')).toBe(true)
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
  const later = knowledgeOf(await knowledge(one.organizationId))
  expect(later.isCorrespondent).toBeUndefined()
  const nobody = await makeOrganization(server)
  expect(knowledgeOf(await knowledge(nobody)).isCorrespondent).toBeUndefined()
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

test('an address is known only if it wrote, or another one of its firm', {
  tags: ['A1752'],
}, () => {
  const site = (address: string) => registeredDomain(domainOf(address))
  fc.assert(
    fc.property(fc.array(addresses, { minLength: 1, maxLength: 8 }), addresses, (wrote, asked) => {
      const { isCorrespondent } = knowledgeOf({ correspondents: pack(correspondentsOf(wrote)) })
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
    correspondents: pack({ firms, addresses: [`friend-${number}@gmail.com`] }),
  }
}

test('large organizations in turn are told apart, more than a thread keeps', {
  tags: ['A1431', 'A1752'],
}, () => {
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

test('a thread that ended after idle minutes and began again knows the organization', {
  tags: ['A1431'],
}, async () => {
  const known = large(1)
  const codes = async () => {
    const { reasons } = await judgeInThread({
      mail: Uint8Array.from(makeMail({ from: 'Person 7 of 1 <ceo.office@gmail.com>' })),
      known,
      facts: {},
      isPasted: false,
      perThousand: 10,
    })
    return reasons.map(({ code }) => code)
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
