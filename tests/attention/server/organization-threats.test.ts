import { expect, test } from 'vitest'
import { showOrganizationThreatsEndpoint } from '../../../contract/attention/show-organization-threats.ts'
import { dayMs, dayOf } from '../../../server/core/clock.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { signInAdmin } from '../../support/worlds/admin.ts'
import { makeOrganization, makeUser, reportScans } from '../../support/worlds/factories.ts'

const ago = ({ clock }: TestServer, days: number) =>
  new Date(clock().getTime() - days * dayMs).toISOString()

test('an organization shows the members that attacks hit most, and what these were after', async () => {
  await using server = await createTestServer()
  const { token } = await signInAdmin(server)
  const organizationId = await makeOrganization(server)
  const member = (full_name: string) => makeUser(server, { organizationId, full_name })
  const [calm, hit, most] = [await member('Calm'), await member('Hit'), await member('Most')]
  const stranger = await makeUser(server)
  await reportScans(server, calm, [{ threat_level: 'safe' }])
  await reportScans(server, hit, [{ threat_level: 'suspicious' }])
  await reportScans(server, most, [
    {
      threat_level: 'malicious',
      received_at: ago(server, 1),
      detection_reason: 'An attachment contains a known virus',
    },
    { threat_level: 'malicious', received_at: `${dayOf(server.clock(), -6)}T00:00:00.000Z` },
    // Before the 7 days.
    { threat_level: 'malicious', received_at: `${dayOf(server.clock(), -7)}T23:59:59.000Z` },
  ])
  await reportScans(server, stranger, [{ threat_level: 'malicious' }])
  const path = `/api/admin/organizations/${organizationId}/threats`
  const threats = (await server.get(path, { token })).output(showOrganizationThreatsEndpoint)
  expect(threats).toEqual({
    since: `${dayOf(server.clock(), -6)}T00:00:00.000Z`,
    members_hit: 2,
    members: [
      { id: most.id, full_name: 'Most', threats: 2 },
      { id: hit.id, full_name: 'Hit', threats: 1 },
    ],
    kinds: [
      { kind: 'malware', count: 1 },
      { kind: 'other', count: 2 },
    ],
  })
  const unknown = await server.get('/api/admin/organizations/unknown/threats', { token })
  expect(unknown.status).toBe(404)
})
