import fc from 'fast-check'
import { expect } from 'vitest'
import { employeeDashboardEndpoint } from '../../../contract/emails/employee-dashboard.ts'
import type { Scan } from '../../../contract/emails/report-scans.ts'
import { type ThreatLevel, threatLevels } from '../../../contract/emails/threat-level.ts'
import { showRiskEndpoint } from '../../../contract/risk/show-risk.ts'
import { exportUser } from '../../../server/account/export-user.ts'
import { runHousekeeping } from '../../../server/housekeeping.ts'
import { daysUntilBelow, pointsLeft, riskOf, riskScore } from '../../../server/risk/risk-score.ts'
import { readWeeklyScores } from '../../../server/risk/show-risk.ts'
import { keepWeeklyScores } from '../../../server/risk/weekly-scores.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { test } from '../../support/server/server-test.ts'
import {
  changeUser,
  type MadeUser,
  makeOrganization,
  makeSession,
  makeUser,
} from '../../support/worlds/factories.ts'
import { makeFlag, reportScans } from '../../support/worlds/mail-factories.ts'

const dayMs = 24 * 60 * 60 * 1000

async function readRisk(server: TestServer, user: MadeUser) {
  const token = await makeSession(server, user)
  const answer = await server.get('/api/risk', { token })
  expect(answer.status).toBe(200)
  return answer.output(showRiskEndpoint)
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

test('a user without mail has a risk of nothing, in every part', async ({ server }) => {
  const risk = await readRisk(server, await makeUser(server))
  expect(risk).toMatchObject({
    risk_score: 0,
    points: 0,
    mails: [],
    other_mail: { mail_count: 0, points: 0 },
    weeks_since: null,
    forecast: [],
    repeated_sender: null,
    is_mail_check_offered: false,
  })
  expect(risk.weeks).toHaveLength(12)
  expect(risk.weeks?.slice(0, -1).every(({ score }) => score === null)).toBe(true)
  expect(risk.weeks?.at(-1)).toEqual({ week: '2026-03-09', score: 0 })
})

test('each mail has its points then and today, those that count most first', async ({ server }) => {
  const user = await makeUser(server)
  const ago = (days: number) => new Date(server.clock().getTime() - days * dayMs).toISOString()
  await reportScans(server, user, [
    {},
    { threat_level: 'suspicious', sender: 'a@shop.example', received_at: ago(15) },
    {
      threat_level: 'malicious',
      sender: 'a@bank.example',
      disposition: 'delivered',
      received_at: ago(29),
    },
    { threat_level: 'malicious', sender: 'a@bank.example', received_at: ago(1) },
    { threat_level: 'malicious', sender: 'a@long-ago.example', received_at: ago(60) },
    { threat_level: 'suspicious', sender: 'a@long-ago.example', received_at: ago(31) },
  ])
  const risk = await readRisk(server, user)
  const shown = risk.mails?.map((mail) => [
    mail.sender_domain,
    mail.threat_level,
    mail.is_delivered,
    mail.points_received,
    Math.round(mail.points * 100) / 100,
  ])
  expect(shown).toEqual([
    ['bank.example', 'malicious', true, 20, 10.23],
    ['bank.example', 'malicious', false, 10, 9.77],
    ['shop.example', 'suspicious', true, 3, 2.12],
  ])
  // A quarter of ten points, and three of a suspicious mail that is deleted.
  expect(risk.other_mail?.mail_count).toBe(2)
  expect(risk.other_mail?.points).toBeCloseTo(2.5 + 3 * 2 ** (-31 / 30), 6)
  expect(risk.repeated_sender).toEqual({ sender_domain: 'bank.example', mail_count: 2 })
  const token = await makeSession(server, user)
  const dashboard = await server.get('/api/dashboard/employee', { token })
  expect(risk.risk_score).toBeCloseTo(dashboard.output(employeeDashboardEndpoint).risk_score, 9)
})

test('the parts add up to the whole, whatever was reported, flagged and deleted', async () => {
  const mail: fc.Arbitrary<Partial<Scan> & { readonly days: number }> = fc.record({
    threat_level: fc.constantFrom('safe', 'suspicious', 'malicious'),
    disposition: fc.constantFrom(undefined, 'delivered', 'quarantined'),
    sender: fc.constantFrom('a@one.example', 'a@two.example', 'a@three.example'),
    days: fc.integer({ min: 0, max: 80 }),
  })
  await using server = await createTestServer()
  await fc.assert(
    fc.asyncProperty(fc.array(mail, { maxLength: 40 }), async (mails) => {
      const user = await makeUser(server)
      await makeFlag(server, user, { flag_type: 'red', value: 'two.example' })
      await makeFlag(server, user, { flag_type: 'green', value: 'three.example' })
      if (mails.length > 0) {
        await reportScans(
          server,
          user,
          mails.map(({ days, ...scan }) => ({
            ...scan,
            received_at: new Date(server.clock().getTime() - days * dayMs).toISOString(),
          })),
        )
      }
      const risk = await readRisk(server, user)
      const parts = [
        ...(risk.mails ?? []).map(({ points }) => points),
        risk.other_mail?.points ?? 0,
      ]
      expect(parts.every((part) => part >= 0)).toBe(true)
      expect(sum(parts)).toBeCloseTo(risk.points, 6)
      expect(risk.risk_score).toBeCloseTo(100 * (1 - Math.exp(-risk.points / 25)), 6)
      const points = (risk.mails ?? []).map((it) => it.points)
      expect(points).toEqual(points.toSorted((one, other) => other - one))
    }),
    { numRuns: 5 },
  )
})

test('twenty mails are shown of any number, and the rest is one sum', async ({ server, user }) => {
  await reportScans(
    server,
    user,
    Array.from({ length: 90 }, () => ({ threat_level: 'malicious' })),
  )
  const risk = await readRisk(server, user)
  expect(risk.mails).toHaveLength(20)
  expect(risk.other_mail).toEqual({ mail_count: 70, points: expect.closeTo(700, 6) })
})

test('a suspicious mail past its retention is in no list, even before it is deleted', async () => {
  await using server = await createTestServer()
  const user = await makeUser(server)
  await reportScans(server, user, [{ threat_level: 'suspicious', sender: 'a@gone.example' }])
  server.clock.pass(30 * dayMs)
  const risk = await readRisk(server, user)
  expect(risk.mails).toEqual([])
  expect(risk.other_mail?.mail_count).toBe(1)
  expect(risk.other_mail?.points).toBeCloseTo(1.5, 6)
})

test('the forecast names the lower bands, the next first', async ({ server, user }) => {
  const threats = Array.from({ length: 4 }, () => ({ threat_level: 'malicious' }) as const)
  await reportScans(server, user, threats)
  const risk = await readRisk(server, user)
  expect(risk.forecast).toEqual([
    { band: 'medium', days: 13 },
    { band: 'low', days: 65 },
  ])
  server.clock.pass(64 * dayMs)
  expect((await readRisk(server, user)).forecast).toEqual([{ band: 'low', days: 1 }])
  server.clock.pass(dayMs)
  expect((await readRisk(server, user)).forecast).toEqual([])
})

test('a sender who is flagged, or a public mail provider, is not named as one to block', async () => {
  await using server = await createTestServer()
  const user = await makeUser(server)
  const twice = (sender: string) =>
    reportScans(server, user, [
      { threat_level: 'suspicious', sender },
      { threat_level: 'suspicious', sender },
    ])
  await twice('a@gmail.com')
  await twice('a@known.example')
  await makeFlag(server, user, { flag_type: 'red', value: 'known.example' })
  expect((await readRisk(server, user)).repeated_sender).toBeNull()
  await twice('a@again.example')
  expect((await readRisk(server, user)).repeated_sender).toEqual({
    sender_domain: 'again.example',
    mail_count: 2,
  })
})

test('the weeks of a user are theirs alone, and say since when there are any', async () => {
  await using server = await createTestServer()
  const user = await makeUser(server)
  const colleague = await makeUser(server, { organizationId: user.organizationId })
  await reportScans(server, user, [{ threat_level: 'malicious' }])
  server.clock.pass(7 * dayMs)
  await keepWeeklyScores(server.database, server.clock())
  const own = await readRisk(server, user)
  expect(own.weeks_since).toBe('2026-03-09')
  expect(own.weeks?.filter(({ score }) => score !== null)).toHaveLength(2)
  const other = await readRisk(server, colleague)
  expect(other).toMatchObject({ risk_score: 0, mails: [], weeks_since: null })
})

const now = new Date('2026-03-15T10:00:00Z')

interface Mail {
  readonly level: ThreatLevel
  readonly daysAgo: number
}

const daysAgo = fc.double({ min: 0, max: 3000, noNaN: true })
const mail: fc.Arbitrary<Mail> = fc.record({ level: fc.constantFrom(...threatLevels), daysAgo })
const mails = fc.array(mail, { maxLength: 200 })

function scoreOf(received: readonly Mail[], moment = now): number {
  const sum = received.reduce(
    (total, { level, daysAgo: days }) =>
      total + riskOf(level, level !== 'malicious', new Date(now.getTime() - days * dayMs)),
    0,
  )
  return riskScore(sum, moment)
}

function recent(level: ThreatLevel, count: number): Mail[] {
  return Array.from({ length: count }, () => ({ level, daysAgo: 0 }))
}

test('a risk is never below 0 or above 100', () => {
  fc.assert(
    fc.property(mails, (received) => {
      const score = scoreOf(received)
      expect(score).toBeGreaterThanOrEqual(0)
      expect(score).toBeLessThanOrEqual(100)
    }),
  )
})

test('another mail never lowers the risk, and a worse one raises it at least as much', () => {
  fc.assert(
    fc.property(mails, daysAgo, (received, days) => {
      const [none, ...worse] = [
        scoreOf(received),
        ...threatLevels.map((level) => scoreOf([...received, { level, daysAgo: days }])),
      ]
      expect(worse).toEqual(worse.toSorted((one, other) => one - other))
      expect(worse[0]).toBe(none)
    }),
  )
})

test('a risk decreases over time, and its points halve in thirty days', () => {
  fc.assert(
    fc.property(mails, fc.integer({ min: 1, max: 2000 }), (received, days) => {
      const laterScore = scoreOf(received, new Date(now.getTime() + days * dayMs))
      expect(laterScore).toBeLessThanOrEqual(scoreOf(received))
    }),
  )
  const month = new Date(now.getTime() + 30 * dayMs)
  expect(scoreOf(recent('malicious', 2), month)).toBeCloseTo(scoreOf(recent('malicious', 1)), 9)
})

test('one malicious mail is a medium risk, four are a high one, and no mail is no risk', () => {
  expect(scoreOf([])).toBe(0)
  expect(scoreOf(recent('malicious', 1))).toBeGreaterThanOrEqual(30)
  expect(scoreOf(recent('malicious', 1))).toBeLessThan(70)
  expect(scoreOf(recent('malicious', 4))).toBeGreaterThanOrEqual(70)
  expect(scoreOf(recent('suspicious', 1))).toBeLessThan(30)
  expect(scoreOf(recent('safe', 1000))).toBe(0)
})

test('the sum still represents the mail of a hundred thousand bad days in the year 2100', () => {
  const late = new Date('2100-01-01T00:00:00Z')
  expect(riskScore(100_000 * riskOf('malicious', false, late), late)).toBe(100)
})

test('the forecast names the first day on which the formula is below the limit', () => {
  const limits = fc.constantFrom(30, 70)
  fc.assert(
    fc.property(mails, limits, (received, limit) => {
      const sum = received.reduce(
        (total, { level, daysAgo: days }) =>
          total + riskOf(level, true, new Date(now.getTime() - days * dayMs)),
        0,
      )
      const days = daysUntilBelow(limit, pointsLeft(sum, now))
      const scoreAfter = (count: number) => riskScore(sum, new Date(now.getTime() + count * dayMs))
      expect(scoreAfter(days)).toBeLessThan(limit)
      if (days > 0) expect(scoreAfter(days - 1)).toBeGreaterThanOrEqual(limit)
    }),
  )
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1e6, noNaN: true }), limits, (points, limit) => {
      expect(daysUntilBelow(limit, points + 1)).toBeGreaterThanOrEqual(
        daysUntilBelow(limit, points),
      )
    }),
  )
  // Four malicious mails kept out: 40 points, which the formula allows 30.1 and 8.9 of.
  expect(daysUntilBelow(70, 40)).toBe(13)
  expect(daysUntilBelow(30, 40)).toBe(65)
})

const weekMs = 7 * dayMs

/** The clock of a test begins on a Sunday, at ten o'clock. */
const toMondayMs = 14.5 * 60 * 60 * 1000

function weeksOf(server: TestServer, { id }: { readonly id: string }, count = 4) {
  return readWeeklyScores(server.database, id, server.clock(), count)
}

const keep = (server: TestServer) => keepWeeklyScores(server.database, server.clock())

function moveTo(server: TestServer, organization_id: string, { id }: MadeUser) {
  return changeUser(server, id, { organization_id })
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
