import fc from 'fast-check'
import { expect, test } from 'vitest'
import { employeeDashboardEndpoint } from '../../../contract/emails/employee-dashboard.ts'
import type { Scan } from '../../../contract/emails/report-scans.ts'
import { showRiskEndpoint } from '../../../contract/risk/show-risk.ts'
import { keepWeeklyScores } from '../../../server/risk/weekly-scores.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import {
  type MadeUser,
  makeFlag,
  makeSession,
  makeUser,
  reportScans,
} from '../../support/worlds/factories.ts'

const dayMs = 24 * 60 * 60 * 1000

async function readRisk(server: TestServer, user: MadeUser) {
  const token = await makeSession(server, user)
  const answer = await server.get('/api/risk', { token })
  expect(answer.status).toBe(200)
  return answer.output(showRiskEndpoint)
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

test('a user without mail has a risk of nothing, in every part', async () => {
  await using server = await createTestServer()
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

test('each mail has its points then and today, those that count most first', async () => {
  await using server = await createTestServer()
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

test('twenty mails are shown of any number, and the rest is one sum', async () => {
  await using server = await createTestServer()
  const user = await makeUser(server)
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

test('the forecast names the lower bands, the next first', async () => {
  await using server = await createTestServer()
  const user = await makeUser(server)
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
