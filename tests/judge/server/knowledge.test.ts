import { afterEach, beforeEach, expect, test } from 'vitest'
import { dayMs, hourMs, minuteMs } from '../../../server/core/clock.ts'
import { createKnowledge, knowledgeOf } from '../../../server/judge/worker-knowledge.ts'
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
