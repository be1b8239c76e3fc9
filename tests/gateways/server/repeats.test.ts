import { expect } from 'vitest'
import { readDaysOfAll } from '../../../server/emails/daily-counts.ts'
import { runHousekeeping } from '../../../server/housekeeping.ts'
import { anonymizeUser } from '../../../server/users/removed-users.ts'
import { makeReport, makeSymbol } from '../../support/mail/rspamd.ts'
import {
  createTestServer,
  type TestServer,
  visitHousekeeping,
} from '../../support/server/server.ts'
import { test } from '../../support/server/server-test.ts'
import { times } from '../../support/until.ts'
import { changeUser, makeOrganization, makeUser } from '../../support/worlds/factories.ts'
import { inEnglish } from '../../support/worlds/in-english.ts'
import { makeFlag, makeGatewayKey } from '../../support/worlds/mail-factories.ts'

const hourMs = 3_600_000
const taken = { success: true, taken: 1, ignored: 0 }
const levels = ['safe', 'suspicious', 'malicious'] as const

async function setUp(server: TestServer) {
  const user = await makeUser(server, { email: 'rania@firm.example' })
  const { organizationId } = user
  const token = await makeGatewayKey(server, organizationId)
  const { database } = server
  return {
    user,
    token,
    async report(overrides: Parameters<typeof makeReport>[0] = {}, key = token) {
      const body = makeReport({ rcpt: [user.email], ...overrides })
      const answer = await server.post('/api/rspamd', { token: key, body })
      expect(answer.body).toEqual(taken)
    },
    async scans() {
      const rows = await database.selectFrom('scans').selectAll().orderBy('id').execute()
      return rows.map(inEnglish)
    },
    remembered: () => database.selectFrom('reported_mails').selectAll().execute(),
    /** How much mail of each level all figures count; they must agree. */
    async counted() {
      const [own, organization, monthly, daily] = await Promise.all([
        database
          .selectFrom('scan_totals')
          .select([...levels, 'risk_sum'])
          .execute(),
        database
          .selectFrom('organization_totals')
          .select([...levels, 'risk_sum'])
          .execute(),
        database.selectFrom('monthly_scans').select(levels).execute(),
        readDaysOfAll(database, '0000', '9999'),
      ])
      expect(organization).toEqual(own)
      const [{ risk_sum = 0, ...counts } = {}] = own
      expect(monthly).toEqual(own.length === 0 ? [] : [counts])
      for (const level of levels) {
        const ofDays = daily.reduce((sum, day) => sum + day[level], 0)
        expect(ofDays).toBe(monthly[0]?.[level] ?? 0)
      }
      return { ...counts, hasRisk: risk_sum > 0 }
    },
  }
}

test('a mail that is reported again counts once', async ({ server }) => {
  const { report, scans, counted } = await setUp(server)
  await report({ action: 'add header' })
  const first = await scans()
  server.clock.pass(23 * hourMs)
  await runHousekeeping(server.services)
  await report({ action: 'add header', qid: 'Q2', symbols: [makeSymbol('BAYES_SPAM')] })
  await report({ action: 'no action', qid: 'Q3', rcpt: ['Rania+tag@firm.example'] })
  expect(await scans()).toEqual(first)
  expect(await counted()).toEqual({ safe: 0, suspicious: 1, malicious: 0, hasRisk: true })
})

test.each([
  ['message_id', 'id-2@sender.example'],
  ['subject', 'Another subject'],
  ['header_from', ['Other <other@sender.example>']],
])('a mail with another %s is another mail', async (name, value) => {
  await using server = await createTestServer()
  const { report, counted } = await setUp(server)
  await report()
  await report({ [name]: value })
  expect(await counted()).toMatchObject({ safe: 2 })
})

test('a mail without a message id is recognised by its queue id, and without both never', async () => {
  await using server = await createTestServer()
  const { report, counted } = await setUp(server)
  for (const qid of ['Q1', 'Q1', 'Q2']) await report({ message_id: 'undef', qid })
  expect(await counted()).toMatchObject({ safe: 2 })
  // One is not taken for the other.
  await report({ message_id: 'Q1', qid: 'Q9' })
  expect(await counted()).toMatchObject({ safe: 3 })
  for (const message_id of ['undef', undefined]) await report({ message_id, qid: 'unknown' })
  expect(await counted()).toMatchObject({ safe: 5 })
})

test('a stricter verdict replaces the first in the mail and in all figures', async ({ server }) => {
  const { report, scans, counted } = await setUp(server)
  await report({ symbols: [] })
  const [first] = await scans()
  expect(first).toMatchObject({ threat_level: 'safe', email_subject: 'A subject' })
  expect(await counted()).toEqual({ safe: 1, suspicious: 0, malicious: 0, hasRisk: false })
  server.clock.pass(hourMs)
  await report({ action: 'add header', symbols: [makeSymbol('PHISHING')] })
  expect(await scans()).toEqual([
    {
      ...first,
      risk_points: 3,
      threat_level: 'suspicious',
      detection_reason: 'A link shows one address and opens another',
    },
  ])
  expect(await counted()).toEqual({ safe: 0, suspicious: 1, malicious: 0, hasRisk: true })
  await report({ action: 'reject', symbols: [makeSymbol('DBL_PHISH'), makeSymbol('RDNS_NONE')] })
  const strictest = [
    {
      ...first,
      threat_level: 'malicious',
      email_subject: '',
      detection_reason: 'It names a domain that is listed for phishing',
      indicators: '["The server that sent it has no proper name"]',
      disposition: 'rejected',
      delete_after: null,
      risk_points: 10,
      sender_address: '',
      search_text: '\nsender.example',
    },
  ]
  expect(await scans()).toEqual(strictest)
  expect(await counted()).toEqual({ safe: 0, suspicious: 0, malicious: 1, hasRisk: true })
  for (const action of ['reject', 'add header', 'no action']) await report({ action })
  expect(await scans()).toEqual(strictest)
  expect(await counted()).toEqual({ safe: 0, suspicious: 0, malicious: 1, hasRisk: true })
})

test('a stricter verdict adds to the risk what a first report of it would have', async () => {
  const riskAfter = async (...actions: string[]) => {
    await using server = await createTestServer()
    const { report } = await setUp(server)
    for (const action of actions) await report({ action })
    const row = await server.database
      .selectFrom('scan_totals')
      .select('risk_sum')
      .executeTakeFirst()
    return row?.risk_sum ?? 0
  }
  const suspicious = await riskAfter('add header')
  const malicious = await riskAfter('reject')
  expect(await riskAfter('no action', 'add header')).toBeCloseTo(suspicious, 3)
  expect(await riskAfter('no action', 'add header', 'reject', 'reject')).toBeCloseTo(malicious, 3)
  expect(await riskAfter('reject', 'no action')).toBeCloseTo(malicious, 3)
})

test('a stricter verdict after the end of the month changes the month of the mail', async () => {
  await using server = await createTestServer()
  const { report, scans } = await setUp(server)
  server.clock.pass(Date.parse('2026-03-31T23:30:00Z') - server.clock().getTime())
  await report()
  server.clock.pass(hourMs)
  await report({ action: 'reject' })
  const months = await server.database.selectFrom('monthly_scans').selectAll().execute()
  expect(months).toMatchObject([{ month: '2026-03', safe: 0, suspicious: 0, malicious: 1 }])
  expect(await scans()).toMatchObject([{ received_at: '2026-03-31T23:30:00.000Z' }])
})

test('a red flag that was raised meanwhile replaces the verdict and counts once', async () => {
  await using server = await createTestServer()
  const { user, report, scans, counted } = await setUp(server)
  await report()
  await makeFlag(server, user, { flag_type: 'red', value: 'sender.example' })
  const symbols = [makeSymbol('AMAN_ENFORCE', { options: [user.email] })]
  await report({ action: 'reject', symbols })
  await report({ action: 'reject', symbols: [...symbols, makeSymbol('CLAM_VIRUS')] })
  expect(await scans()).toMatchObject([
    { threat_level: 'malicious', detection_reason: 'An attachment contains a known virus' },
  ])
  expect(await counted()).toEqual({ safe: 0, suspicious: 0, malicious: 1, hasRisk: true })
  const flags = await server.database.selectFrom('flags').select('blocked_count').execute()
  expect(flags).toEqual([{ blocked_count: 1 }])
})

test('a red flag that was raised meanwhile does not take back the risk of the mail', async () => {
  await using server = await createTestServer()
  const { user, report, counted } = await setUp(server)
  await report({ action: 'add header' })
  await makeFlag(server, user, { flag_type: 'red', value: 'sender.example' })
  await report({ action: 'no action' })
  expect(await counted()).toEqual({ safe: 0, suspicious: 0, malicious: 1, hasRisk: true })
})

test('many simultaneous copies of a report count once, with the strictest verdict', async () => {
  await using server = await createTestServer()
  const { report, scans, counted } = await setUp(server)
  const actions = ['no action', 'add header', 'reject', 'greylist', 'quarantine']
  // As many as there are connections: on a busy machine a call that waits for one is a 503.
  await times(10, (position) => report({ action: actions[position % actions.length] }))
  expect(await scans()).toMatchObject([{ threat_level: 'malicious' }])
  expect(await counted()).toEqual({ safe: 0, suspicious: 0, malicious: 1, hasRisk: true })
})

test('after a day a mail is not recognised any more', async ({ server }) => {
  const { report, remembered, counted } = await setUp(server)
  await report()
  server.clock.pass(24 * hourMs)
  await runHousekeeping(server.services)
  expect(await remembered()).toEqual([])
  await report()
  expect(await counted()).toMatchObject({ safe: 2 })
})

test('a mail from a clock that was ahead is forgotten a day after the clock is corrected', async () => {
  await using server = await createTestServer()
  const { report, remembered, scans } = await setUp(server)
  server.clock.pass(365 * 24 * hourMs)
  await report()
  server.clock.pass(-365 * 24 * hourMs)
  await runHousekeeping(server.services)
  await report()
  expect(await scans()).toHaveLength(1)
  server.clock.pass(24 * hourMs)
  await runHousekeeping(server.services)
  expect(await remembered()).toEqual([])
})

test('a clock that leaps ahead does not make a mail count twice', async ({ server }) => {
  const { report, scans } = await setUp(server)
  await visitHousekeeping(server.services)
  await report()
  server.clock.pass(90 * 24 * hourMs)
  await visitHousekeeping(server.services)
  await report()
  server.clock.pass(-90 * 24 * hourMs)
  await report({ action: 'reject' })
  expect(await scans()).toMatchObject([{ threat_level: 'malicious' }])
})

test('nothing is left of the mail of a removed user, and its figures stay billed', async () => {
  await using server = await createTestServer()
  const { user, token, report, remembered } = await setUp(server)
  await report()
  await anonymizeUser(server.database, user.id, server.clock())
  expect(await remembered()).toEqual([])
  const body = makeReport({ rcpt: [user.email], action: 'reject' })
  const answer = await server.post('/api/rspamd', { token, body })
  expect(answer.body).toEqual({ success: true, taken: 0, ignored: 1 })
  const months = await server.database.selectFrom('monthly_scans').selectAll().execute()
  expect(months).toMatchObject([{ safe: 1, suspicious: 0, malicious: 0 }])
})

test('a user who moves leaves figures behind, which the new organization cannot change', async () => {
  await using server = await createTestServer()
  const { user, token, report, scans } = await setUp(server)
  await report()
  const organization_id = await makeOrganization(server)
  await changeUser(server, user.id, { organization_id })
  const body = makeReport({ rcpt: [user.email], action: 'reject' })
  const former = await server.post('/api/rspamd', { token, body })
  expect(former.body).toEqual({ success: true, taken: 0, ignored: 1 })
  await report({ action: 'reject' }, await makeGatewayKey(server, organization_id))
  const months = server.database.selectFrom('monthly_scans').selectAll()
  const of = async (id: string) => months.where('organization_id', '=', id).execute()
  expect(await of(user.organizationId)).toMatchObject([{ safe: 1, malicious: 0 }])
  expect(await of(organization_id)).toMatchObject([{ safe: 0, malicious: 1 }])
  expect(await scans()).toHaveLength(2)
})
