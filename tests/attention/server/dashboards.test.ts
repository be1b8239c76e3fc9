import { expect } from 'vitest'
import { showOrganizationThreatsEndpoint } from '../../../contract/attention/show-organization-threats.ts'
import { dayMs, dayOf } from '../../../server/core/clock.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { test } from '../../support/server/server-test.ts'
import { makeOrganization, makeUser, signInAdmin } from '../../support/worlds/factories.ts'
import { reportScans } from '../../support/worlds/mail-factories.ts'

test('a super admin sees the totals of all organizations', {
  tags: ['R285', 'R358'],
}, async ({ server, adminToken: token }) => {
  const user = await makeUser(server)
  await makeUser(server, { is_active: 0 })
  const levels = ['safe', 'safe', 'safe', 'suspicious', 'malicious', 'safe', 'safe'] as const
  await reportScans(
    server,
    user,
    levels.map((threat_level) => ({ threat_level })),
  )
  const { body } = await server.get('/api/admin/dashboard', { token })
  expect(body).toEqual({
    total_users: 2,
    total_organizations: 3,
    total_scans: 7,
    // A sum of seven times 0.1 would not be 0.7.
    total_revenue: 0.7,
    system_performance: {
      total_phishing_detected: 2,
      detection_rate: (2 / 7) * 100,
      average_scan_cost: 0.1,
    },
    attacks: { count: 0, attacked: [] },
  })
})

test('without scans every figure is 0, not null', { tags: ['R285', 'R358'] }, async () => {
  await using server = await createTestServer()
  const { token } = await signInAdmin(server)
  const { body } = await server.get('/api/admin/dashboard', { token })
  expect(body).toEqual({
    total_users: 1,
    total_organizations: 1,
    total_scans: 0,
    total_revenue: 0,
    system_performance: { total_phishing_detected: 0, detection_rate: 0, average_scan_cost: 0 },
    attacks: { count: 0, attacked: [] },
  })
})

test('an organization is listed with its scans and their cost', {
  tags: ['R276', 'R360'],
}, async ({ server, adminToken: token }) => {
  const id = await makeOrganization(server, {
    name: 'Cedar Health',
    industry: 'health_tech',
    contact_email: 'office@cedar.example',
    phone: '+962 6 555 0100',
    employee_count: 12,
  })
  const user = await makeUser(server, { organizationId: id })
  // Every scan is billed, regardless of its verdict and age.
  await reportScans(server, user, [
    { threat_level: 'malicious' },
    { threat_level: 'suspicious' },
    { threat_level: 'safe', received_at: '2025-01-01T00:00:00Z' },
  ])
  const { body } = await server.get('/api/admin/organizations?q=CEDAR', { token })
  expect(body).toEqual([
    {
      id,
      name: 'Cedar Health',
      industry: 'health_tech',
      contact_email: 'office@cedar.example',
      phone: '+962 6 555 0100',
      address: '',
      website: '',
      employee_count: 12,
      total_scans: 3,
      total_cost: 0.3,
      created_at: server.clock().toISOString(),
      gateway_silent_since: null,
      suspended_at: null,
      ...{ recent_threats: 2, usual_threats: 0, has_unusual_attacks: false },
      locale: null,
    },
  ])
  const all = await server.get('/api/admin/organizations', { token })
  expect(all.body).toHaveLength(2)
})

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
