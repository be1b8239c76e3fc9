import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { meEndpoint } from '../../../contract/account/me.ts'
import { showAttentionEndpoint } from '../../../contract/attention/show-attention.ts'
import { employeeDashboardEndpoint } from '../../../contract/emails/employee-dashboard.ts'
import { showJudgeEndpoint } from '../../../contract/judge/judge-settings.ts'
import { readConfiguration } from '../../../server/core/configuration.ts'
import { demoOrganizations, demoPassword } from '../../../server/demo/accounts.ts'
import { demoBanner } from '../../../server/demo/banner.ts'
import { demoConfiguration, holdsDemo } from '../../../server/demo/require-private.ts'
import { prepareData } from '../../../server/first-data.ts'
import type { Services } from '../../../server/http/services.ts'
import { riskScore } from '../../../server/risk/risk-score.ts'
import { keepWeeklyScores } from '../../../server/risk/weekly-scores.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { findUser, makeSession, makeUser } from '../../support/worlds/factories.ts'
import { makeGatewayKey } from '../../support/worlds/mail-factories.ts'

/** To fill one takes seconds. Tests that change it take their changes back. */
let demo: TestServer

/** Gives the demo to a test that changes it, in a transaction that is rolled back. */
async function changeDemo(change: (services: Services) => Promise<void>): Promise<void> {
  const transaction = await demo.database.startTransaction().execute()
  try {
    await change({ ...demo.services, database: transaction })
  } finally {
    await transaction.rollback().execute()
  }
}

async function dashboardOf(server: TestServer, username: string) {
  const user = await findUser(server, { username })
  const token = await makeSession(server, user)
  const me = (await server.get('/api/auth/me', { token })).output(meEndpoint)
  const answer = await server.get('/api/dashboard/employee', { token })
  return { me, dashboard: answer.output(employeeDashboardEndpoint) }
}

const started = {
  version: '1.2.3',
  url: 'http://127.0.0.1:4321',
  database: 'memory',
  mail: 'files',
}

describe('seed', () => {
  beforeAll(async () => {
    demo = await createTestServer()
    // Like a start, which waits for another start that takes long.
    await Promise.all([prepareData(demo.services, 'demo'), prepareData(demo.services, 'demo')])
  })
  afterAll(() => demo[Symbol.asyncDispose]())

  test('the demo has three organizations with about forty users in all three risk bands', async () => {
    const users = await demo.database
      .selectFrom('users')
      .innerJoin('scan_totals', 'user_id', 'id')
      .select(['organization_id', 'risk_sum', 'consented_at', 'role'])
      .execute()
    expect(new Set(users.map((user) => user.organization_id)).size).toBe(3)
    expect(users).toHaveLength(41)
    const scores = users.map((user) => riskScore(user.risk_sum, demo.clock()))
    expect(scores.filter((score) => score < 30).length).toBeGreaterThan(5)
    expect(scores.filter((score) => score >= 30 && score < 70).length).toBeGreaterThan(5)
    expect(scores.filter((score) => score >= 70).length).toBeGreaterThan(5)
    expect(users.filter((user) => user.consented_at === null)).toHaveLength(4)
    const gateways = await demo.database
      .selectFrom('arrivals')
      .innerJoin('gateway_keys', 'gateway_keys.organization_id', 'arrivals.organization_id')
      .select(['first_message_at', 'last_message_at', 'last_used_at'])
      .execute()
    expect(gateways).toHaveLength(3)
    for (const { first_message_at, last_message_at, last_used_at } of gateways) {
      expect(first_message_at).toMatch(/^2024/)
      expect(last_used_at).toBe(last_message_at)
    }
  })

  test('one organization of the demo is under attack, all who came have a password, and one is invited', async () => {
    const admin = await findUser(demo, { role: 'super_admin' })
    const token = await makeSession(demo, admin)
    const needs = (await demo.get('/api/admin/attention', { token })).output(showAttentionEndpoint)
    expect(needs.attacks.attacked?.map(({ name }) => name)).toEqual([
      'Desert Rose Insurance (demo)',
    ])
    expect(needs.invited_users.count).toBe(1)
    const users = await demo.database
      .selectFrom('users')
      .select(['password_hash', 'last_login_at'])
      .execute()
    const isWithout = users.filter((user) => user.last_login_at && user.password_hash === null)
    expect(isWithout).toEqual([])
    for (const { id } of await demo.database.selectFrom('organizations').select('id').execute()) {
      const path = `/api/admin/organizations/${id}/judge`
      const { days, ...judge } = (await demo.get(path, { token })).output(showJudgeEndpoint)
      expect(days?.length).toBeGreaterThan(50)
      expect(judge.reported_dangerous).toBeGreaterThan(0)
      expect(judge.most_false_alarms).toBeLessThan(3)
    }
  })

  test('the demo employee has threats of every level, with reasons and indicators', {
    tags: ['R280'],
  }, async () => {
    const { me, dashboard } = await dashboardOf(demo, 'employee')
    expect(me).toMatchObject({ role: 'employee', has_consented: false })
    const threats = dashboard.recent_phishing_emails ?? []
    const levels = new Set(threats.map((threat) => threat.threat_level))
    expect(levels).toEqual(new Set(['suspicious', 'malicious']))
    const counts = threats.map(
      (threat) => threat.scan_details?.content_analysis?.indicators.length ?? 0,
    )
    expect(Math.max(...counts)).toBeGreaterThan(3)
    expect(threats.every((threat) => threat.detection_reason !== '')).toBe(true)
    expect(dashboard.safe_emails).toBeGreaterThan(0)
  })

  test('the banner names only accounts that work', async () => {
    await changeDemo(async (services) => {
      const { database, passwords } = services
      const banner = await demoBanner(services, started)
      for (const { gatewayKey } of demoOrganizations) expect(banner).toContain(gatewayKey)
      await database.updateTable('gateway_keys').set({ revoked_at: 'now' }).execute()
      const revoked = await demoBanner(services, started)
      for (const { gatewayKey } of demoOrganizations) expect(revoked).not.toContain(gatewayKey)
      const before = await demoBanner(services, started)
      for (const username of ['employee', 'lead', 'admin'])
        expect(before).toContain(`  ${username} `)
      await database.deleteFrom('users').where('username', '=', 'lead').execute()
      await database
        .updateTable('users')
        .set({ password_hash: await passwords.hash('violet kettle drum') })
        .where('username', '=', 'admin')
        .execute()
      const changed = await demoBanner(services, started)
      expect(changed).toContain('  employee ')
      expect(changed).not.toMatch(/ {2}(?:lead|admin) /)
    })
  })

  test('the demo is recognized by its gateway keys, even if they are revoked and its users removed', async () => {
    await changeDemo(async ({ database }) => {
      await database.updateTable('gateway_keys').set({ revoked_at: 'now' }).execute()
      await database.deleteFrom('users').execute()
      expect(await holdsDemo(database)).toBe(true)
    })
    await using other = await createTestServer()
    for (const username of ['employee', 'lead', 'admin']) {
      const user = await makeUser(other, { username })
      await makeGatewayKey(other, user.organizationId)
    }
    expect(await holdsDemo(other.database)).toBe(false)
    const banner = await demoBanner(other.services, started)
    expect(banner).toContain('there are no demo accounts')
    expect(banner).not.toContain(demoPassword)
  })

  test('two servers that fill a database at once fill it once', async () => {
    const organizations = await demo.database.selectFrom('organizations').select('id').execute()
    expect(organizations).toHaveLength(3)
  })

  test('the demo has the risk of the last weeks, as housekeeping computes it from the mail', async () => {
    const { database, clock } = demo
    const read = () =>
      database.selectFrom('weekly_scores').selectAll().orderBy('user_id').orderBy('week').execute()
    const seeded = await read()
    expect(seeded).toHaveLength(41 * 26)
    // The same scores again, so that other tests find them as they were.
    await keepWeeklyScores(database, clock())
    const kept = await read()
    expect(kept).toHaveLength(seeded.length)
    for (const [index, row] of kept.entries()) {
      expect(seeded[index]).toMatchObject({ user_id: row.user_id, week: row.week })
      expect(seeded[index]?.score).toBeCloseTo(row.score, 6)
      expect(seeded[index]?.organization_score).toBeCloseTo(row.organization_score ?? Number.NaN, 6)
    }
  })
})

test.each([
  [{}, '127.0.0.0/8,::1/128'],
  [{ HOST: 'localhost' }, '127.0.0.0/8,::1/128'],
  [{ HOST: '0.0.0.0' }, ''],
  [{ HOST: '192.0.2.7' }, ''],
  [{ HOST: '0.0.0.0', OUTBOUND_PRIVATE_NETWORKS: '10.0.0.0/8' }, '10.0.0.0/8'],
])('the demo on %o lets identity providers be in the private networks %j', (given, networks) => {
  const environment = { ALLOW_DEMO_WITH_PUBLISHED_PASSWORDS: 'yes', ...given }
  const { outboundPrivateNetworks } = demoConfiguration(readConfiguration(environment))
  expect(outboundPrivateNetworks).toBe(networks)
})
