import { expect } from 'vitest'
import { exportUser } from '../../../server/account/export-user.ts'
import { runHousekeeping } from '../../../server/housekeeping.ts'
import { riskOf, riskScore } from '../../../server/risk/risk-score.ts'
import { readWeeklyScores } from '../../../server/risk/show-risk.ts'
import { keepWeeklyScores } from '../../../server/risk/weekly-scores.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { test } from '../../support/server/server-test.ts'
import {
  type MadeUser,
  makeOrganization,
  makeSession,
  makeUser,
} from '../../support/worlds/factories.ts'
import { reportScans } from '../../support/worlds/mail-factories.ts'

const dayMs = 24 * 60 * 60 * 1000
const weekMs = 7 * dayMs

/** The clock of a test begins on a Sunday, at ten o'clock. */
const toMondayMs = 14.5 * 60 * 60 * 1000

function weeksOf(server: TestServer, { id }: { readonly id: string }, count = 4) {
  return readWeeklyScores(server.database, id, server.clock(), count)
}

const keep = (server: TestServer) => keepWeeklyScores(server.database, server.clock())

function moveTo(server: TestServer, organization_id: string, { id }: MadeUser) {
  return server.database
    .updateTable('users')
    .set({ organization_id })
    .where('id', '=', id)
    .execute()
}

test('at the end of a week the score at that time is kept, without the mail since', async () => {
  await using server = await createTestServer()
  const user = await makeUser(server)
  const receivedAt = server.clock()
  await reportScans(server, user, [{ threat_level: 'malicious' }])
  server.clock.pass(toMondayMs)
  await reportScans(server, user, [{ threat_level: 'malicious', disposition: 'delivered' }])
  await keep(server)
  const end = new Date('2026-03-16T00:00:00Z')
  const [before, last] = await weeksOf(server, user, 2)
  expect(before).toEqual({ week: '2026-03-02', score: null })
  expect(last?.week).toBe('2026-03-09')
  expect(last?.score).toBeCloseTo(riskScore(riskOf('malicious', false, receivedAt), end), 9)
})

test('weeks without housekeeping are filled in as far as the mail is stored, and older ones stay empty', async () => {
  await using server = await createTestServer()
  const user = await makeUser(server)
  const receivedAt = server.clock()
  await reportScans(server, user, [{ threat_level: 'suspicious' }])
  const sum = riskOf('suspicious', true, receivedAt)
  server.clock.pass(6 * weekMs)
  await reportScans(server, user, [{ threat_level: 'malicious' }])
  await keep(server)
  const weeks = await weeksOf(server, user, 7)
  expect(weeks.map(({ week }) => week)).toEqual([
    ...['2026-03-02', '2026-03-09', '2026-03-16', '2026-03-23'],
    ...['2026-03-30', '2026-04-06', '2026-04-13'],
  ])
  expect(weeks.map(({ score }) => score !== null)).toEqual([
    ...[false, false, false, true, true, true, true],
  ])
  for (const { week, score } of weeks.slice(3)) {
    const end = new Date(Date.parse(week) + weekMs)
    expect(score).toBeCloseTo(riskScore(sum, end), 9)
  }
})

test('mail that is reported late corrects the weeks in which it counts', async ({ server }) => {
  const user = await makeUser(server)
  await reportScans(server, user, [{ threat_level: 'suspicious' }])
  const late = new Date(server.clock().getTime() + dayMs)
  server.clock.pass(2 * weekMs)
  await keep(server)
  const first = await weeksOf(server, user)
  await reportScans(server, user, [{ threat_level: 'malicious', received_at: late.toISOString() }])
  server.clock.pass(weekMs)
  await keep(server)
  const second = new Map((await weeksOf(server, user, 5)).map((it) => [it.week, it.score]))
  const changes = first.map(({ week, score }) => [week, (second.get(week) ?? 0) - (score ?? 0) > 1])
  expect(changes).toEqual([
    ['2026-02-23', false],
    ['2026-03-02', false],
    ['2026-03-09', false],
    ['2026-03-16', true],
  ])
})

test('weeks outlive the mail, for two years, and go with the user', async ({ server, user }) => {
  await reportScans(server, user, [{ threat_level: 'suspicious' }])
  server.clock.pass(weekMs)
  await runHousekeeping(server.services)
  const exported = await exportUser(server.services, user.username)
  expect(exported?.mail.weekly_risk_scores).toMatchObject([{ week: '2026-03-09' }])
  server.clock.pass(40 * dayMs)
  await runHousekeeping(server.services)
  expect(await server.database.selectFrom('scans').selectAll().execute()).toEqual([])
  const stored = () =>
    server.database.selectFrom('weekly_scores').select('week').orderBy('week').execute()
  expect((await stored())[0]).toEqual({ week: '2026-03-09' })
  server.clock.pass(104 * weekMs)
  await runHousekeeping(server.services)
  const kept = await stored()
  expect(kept).toHaveLength(4)
  expect(kept[0]?.week.slice(0, 4)).toBe('2028')
  const token = await makeSession(server, await makeUser(server, { role: 'super_admin' }))
  const { status } = await server.delete(`/api/admin/users/${user.id}`, { token })
  expect(status).toBe(200)
  expect(await stored()).toEqual([])
})

test('a week that was kept while the clock was ahead is deleted', async ({ server, user }) => {
  await reportScans(server, user, [{ threat_level: 'malicious' }])
  server.clock.pass(20 * weekMs)
  await keep(server)
  server.clock.pass(-18 * weekMs)
  await keep(server)
  const rows = await server.database
    .selectFrom('weekly_scores')
    .select('week')
    .orderBy('week')
    .execute()
  expect(rows).toEqual([{ week: '2026-03-09' }, { week: '2026-03-16' }])
})

test("a team has its members' weeks of its own mail, and none from before or after", async () => {
  await using server = await createTestServer()
  const member = await makeUser(server)
  const organizationId = await makeOrganization(server)
  await reportScans(server, member, [{ threat_level: 'malicious' }])
  server.clock.pass(weekMs)
  await keep(server)
  await moveTo(server, organizationId, member)
  server.clock.pass(toMondayMs - dayMs)
  const moved = { ...member, organizationId }
  await reportScans(server, moved, [{ threat_level: 'suspicious' }])
  const receivedAt = server.clock()
  server.clock.pass(dayMs)
  await keep(server)
  const scoresIn = async (id: string | null) => {
    if (id === null) throw new Error('The member is in no organization')
    const rows = await server.database
      .selectFrom('weekly_scores')
      .select(['organization_id', 'organization_score'])
      .where('user_id', '=', member.id)
      .orderBy('week')
      .execute()
    return rows.map((row) => (row.organization_id === id ? row.organization_score : null))
  }
  const [own] = await weeksOf(server, member, 2)
  const before = await scoresIn(member.organizationId)
  expect(before?.[1]).toBeNull()
  expect(before?.[0]).toBeCloseTo(own?.score ?? 0, 9)
  const end = new Date('2026-03-23T00:00:00Z')
  const after = await scoresIn(organizationId)
  expect(after?.[0]).toBeNull()
  expect(after?.[1]).toBeCloseTo(riskScore(riskOf('suspicious', true, receivedAt), end), 9)
})

test('a member who has moved and has no mail yet keeps own weeks, which no team has', async () => {
  await using server = await createTestServer()
  const member = await makeUser(server)
  const organizationId = await makeOrganization(server)
  await reportScans(server, member, [{ threat_level: 'malicious' }])
  await moveTo(server, organizationId, member)
  server.clock.pass(weekMs)
  await keep(server)
  const [own] = await weeksOf(server, member, 1)
  expect(own?.score).toBeGreaterThan(0)
  const kept = await server.database.selectFrom('weekly_scores').selectAll().execute()
  expect(kept).toMatchObject([{ organization_id: null, organization_score: null }])
})
