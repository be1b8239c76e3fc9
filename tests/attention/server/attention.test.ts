import { expect } from 'vitest'
import { showAttentionEndpoint } from '../../../contract/attention/show-attention.ts'
import { showDailyCountsEndpoint } from '../../../contract/attention/show-daily-counts.ts'
import { dayMs, dayOf, minuteMs } from '../../../server/core/clock.ts'
import type { GatewayKeys } from '../../../server/database/tables/organizations.ts'
import { issueGatewayKey } from '../../../server/gateways/keys/gateway-keys.ts'
import { queueMail } from '../../../server/mail/queue.ts'
import { createMetrics } from '../../../server/metrics/metrics.ts'
import { superAdmins, writeFactorPolicy } from '../../../server/sign-in/sessions/factor-policy.ts'
import { sampleIn } from '../../support/metrics.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { test } from '../../support/server/server-test.ts'
import { nothing } from '../../support/worlds/answers.ts'
import { rowsOfEveryTable } from '../../support/worlds/every-table.ts'
import {
  changeOrganization,
  changeUser,
  makeOrganization,
  makeUser,
  signInAdmin,
} from '../../support/worlds/factories.ts'
import { makeOperatorKey, reportScans } from '../../support/worlds/mail-factories.ts'

async function attention(server: TestServer, token: string) {
  return (await server.get('/api/admin/attention', { token })).output(showAttentionEndpoint)
}

async function addDays(
  { database, clock }: TestServer,
  organization_id: string,
  days: Readonly<Record<number, number>>,
): Promise<void> {
  const rows = Object.entries(days).map(([ago, malicious]) => ({
    ...{ organization_id, malicious },
    day: dayOf(clock(), -Number(ago)),
    safe: 100,
    suspicious: 0,
  }))
  await database.insertInto('daily_counts').values(rows).execute()
}

test('a server on which all is well needs nothing', async ({ server, adminToken: token }) => {
  await reportScans(server, await makeUser(server), [{}])
  expect(await attention(server, token)).toEqual(nothing)
})

test('organizations with a jump are counted and named, the largest first; suspended ones are not', async () => {
  await using server = await createTestServer()
  const { token } = await signInAdmin(server)
  const made = (name: string) => makeOrganization(server, { name })
  const [large, small, calm, suspended, fresh] = [
    await made('Large'),
    await made('Small'),
    await made('Calm'),
    await made('Suspended'),
    await made('New'),
  ]
  await addDays(server, large, { 0: 60, 6: 40, 7: 50, 34: 30, 35: 1000 })
  await addDays(server, small, { 3: 12, 34: 4 })
  await addDays(server, calm, { 2: 30, 9: 30, 16: 30, 23: 30, 34: 0 })
  await addDays(server, suspended, { 3: 500, 34: 1 })
  await addDays(server, fresh, { 0: 500, 12: 1 })
  await changeOrganization(server, suspended, { suspended_at: server.clock().toISOString() })
  const { attacks } = await attention(server, token)
  expect(attacks).toEqual({
    count: 2,
    attacked: [
      { id: large, name: 'Large', recent: 100, usual: 20 },
      { id: small, name: 'Small', recent: 12, usual: 1 },
    ],
  })
  for (let number = 0; number < 6; number += 1) {
    await addDays(server, await made(`Other ${number}`), { 0: 11, 34: 0 })
  }
  const more = (await attention(server, token)).attacks
  expect(more.count).toBe(8)
  expect(more.attacked).toHaveLength(5)
})

test('silent gateways, invited users and mail that waits are counted with the oldest of them', async () => {
  await using server = await createTestServer()
  const { token } = await signInAdmin(server)
  const { database, clock } = server
  const organization_id = await makeOrganization(server, { name: 'Quiet' })
  const since = new Date(clock().getTime() - 2 * dayMs).toISOString()
  const { arrivals } = await rowsOfEveryTable(clock())
  await database
    .insertInto('arrivals')
    .values({ ...arrivals, organization_id, silent_since: since })
    .execute()
  const invited = await makeUser(server)
  const inactive = await makeUser(server, { is_active: 0 })
  const came = await makeUser(server, { password: 'violet kettle drum' })
  for (const { id } of [invited, inactive, came]) {
    await changeUser({ database }, id, { invitation_expires_at: since, created_at: since })
  }
  const mail = { to: 'a@b.example', subject: 'Hello', text: 'Hello\n' }
  const queuedAt = clock().toISOString()
  await queueMail(database, server.services, mail)
  await queueMail(database, server.services, mail)
  const { id } = await database.selectFrom('mails').select('id').executeTakeFirstOrThrow()
  await database.updateTable('mails').set({ given_up_at: queuedAt }).where('id', '=', id).execute()
  // Mail of this moment does not wait.
  expect((await attention(server, token)).waiting_mails).toEqual({
    ...{ count: 0, oldest_at: null, given_up: 1 },
  })
  server.clock.pass(10 * minuteMs)
  expect(await attention(server, token)).toEqual({
    ...nothing,
    silent_gateways: {
      count: 1,
      silent: [{ id: organization_id, name: 'Quiet', silent_since: since }],
    },
    invited_users: { count: 1, oldest_at: since },
    waiting_mails: { count: 1, oldest_at: queuedAt, given_up: 1 },
  })
})

test('users without a second factor are counted where one is required, most first and no suspended organization', async () => {
  await using server = await createTestServer()
  const { token, admin } = await signInAdmin(server, { password: 'violet kettle drum' })
  const { database } = server
  const strict = await makeOrganization(server, { name: 'Strict' })
  const lax = await makeOrganization(server, { name: 'Lax' })
  const password = 'violet kettle drum'
  const member = (organizationId: string) => makeUser(server, { organizationId, password })
  await member(lax)
  await member(strict)
  const large = await makeOrganization(server, { name: 'Large' })
  const suspended = await makeOrganization(server, { name: 'Suspended' })
  for (const organizationId of [large, large, suspended]) await member(organizationId)
  await changeOrganization({ database }, suspended, { suspended_at: server.clock().toISOString() })
  const safe = await member(strict)
  await makeUser(server, { organizationId: strict })
  await makeUser(server, { organizationId: strict, password, is_active: 0 })
  const { second_factors } = await rowsOfEveryTable(server.clock())
  await database
    .insertInto('second_factors')
    .values({ ...second_factors, user_id: safe.id })
    .execute()
  expect(await attention(server, token)).toEqual(nothing)
  for (const id of [strict, large, suspended]) {
    await writeFactorPolicy(server.services, database, id, 'required')
  }
  await writeFactorPolicy(server.services, database, superAdmins, 'required_in_14_days')
  const { missing_factors, admins_without_factor } = await attention(server, token)
  expect(missing_factors).toEqual({
    count: 2,
    lacking: [
      { id: large, name: 'Large', users: 2 },
      { id: strict, name: 'Strict', users: 1 },
    ],
  })
  expect(admins_without_factor).toBe(1)
  expect(admin.id).not.toBe(safe.id)
})

test('days of one organization and of all are shown for ninety days', async ({ server }) => {
  const { token } = await signInAdmin(server)
  const days = async (query = '') =>
    (await server.get(`/api/admin/daily-counts${query}`, { token })).output(showDailyCountsEndpoint)
  const period = { first_day: '2025-12-16', last_day: '2026-03-15' }
  expect(await days()).toEqual({ ...period, counted_since: null, days: [] })
  const [one, other] = [await makeOrganization(server), await makeOrganization(server)]
  await addDays(server, one, { 0: 2, 89: 1, 90: 7 })
  await addDays(server, other, { 0: 3 })
  expect(await days()).toEqual({
    ...period,
    counted_since: '2025-12-15',
    days: [
      { day: '2025-12-16', safe: 100, suspicious: 0, malicious: 1 },
      { day: '2026-03-15', safe: 200, suspicious: 0, malicious: 5 },
    ],
  })
  expect(await days(`?organization_id=${other}`)).toEqual({
    ...period,
    counted_since: '2026-03-15',
    days: [{ day: '2026-03-15', safe: 100, suspicious: 0, malicious: 3 }],
  })
  const unknown = await server.get('/api/admin/daily-counts?organization_id=unknown', { token })
  expect(unknown.status).toBe(404)
})

test('a key in use warns two weeks before it expires; one that was replaced or revoked does not', async () => {
  await using server = await createTestServer()
  const { token } = await signInAdmin(server)
  const { database, clock } = server
  const at = (days: number) => new Date(clock().getTime() + days * dayMs).toISOString()
  const makeKey = async (name: string, columns: Partial<GatewayKeys>) => {
    const organizationId = await makeOrganization(server, { name })
    const { id } = await issueGatewayKey(server, organizationId, { label: 'key' })
    const used = { expires_at: at(10), last_used_at: at(-1), ...columns }
    await database.updateTable('gateway_keys').set(used).where('id', '=', id).execute()
    return organizationId
  }
  const second = await makeKey('Second', {})
  const first = await makeKey('First', { expires_at: at(2), scope: 'flags' })
  await makeKey('Far', { expires_at: at(15) })
  await makeKey('Ended', { expires_at: at(-1) })
  await makeKey('Endless', { expires_at: null })
  await makeKey('Replaced', { last_used_at: at(-4) })
  await makeKey('Unused', { last_used_at: null })
  await makeKey('Revoked', { revoked_at: at(-1) })
  const suspended = await makeKey('Suspended', {})
  await changeOrganization({ database }, suspended, { suspended_at: at(-1) })
  expect((await attention(server, token)).expiring_keys).toEqual({
    count: 2,
    expiring: [
      { id: first, name: 'First', expires_at: at(2) },
      { id: second, name: 'Second', expires_at: at(10) },
    ],
  })
  const text = await createMetrics(server).text()
  expect(sampleIn(text, 'aman_gateway_keys_expiring')).toBe(2)
})

test('a key of the operator that expires, has expired or was never used is named until it is revoked', async () => {
  await using server = await createTestServer()
  const { token } = await signInAdmin(server)
  const { database, clock } = server
  const at = (days: number) => new Date(clock().getTime() + days * dayMs).toISOString()
  const makeKey = async (columns: Partial<GatewayKeys>) => {
    const { id } = await makeOperatorKey(server)
    const used = { created_at: at(-90), last_used_at: at(-20), ...columns }
    await database.updateTable('operator_keys').set(used).where('id', '=', id).execute()
    return id
  }
  const unused = await makeKey({ last_used_at: null, created_at: at(-1), label: '' })
  const soon = await makeKey({ expires_at: at(14) })
  const over = await makeKey({ expires_at: at(0), last_used_at: null, scope: 'flags' })
  const unusedForYears = { last_used_at: null, created_at: at(-2), expires_at: at(700) }
  const other = await makeKey(unusedForYears)
  await makeKey({ expires_at: at(15) })
  await makeKey({})
  await makeKey({ last_used_at: null, created_at: at(-0.9) })
  const revoked = { revoked_at: at(0) }
  await makeKey({ ...revoked, expires_at: at(-1) })
  await makeKey({ ...revoked, last_used_at: null })
  const { operator_keys } = await attention(server, token)
  const host = { note: 'the mail host', created_at: at(-90) }
  expect(operator_keys).toEqual({
    count: 4,
    keys: [
      { ...host, id: over, scope: 'flags', need: 'expired', expires_at: at(0) },
      { ...host, id: soon, scope: 'report', need: 'expiring', expires_at: at(14) },
      {
        ...host,
        id: other,
        scope: 'report',
        need: 'unused',
        created_at: at(-2),
        expires_at: at(700),
      },
      {
        id: unused,
        note: '',
        scope: 'report',
        need: 'unused',
        created_at: at(-1),
        expires_at: null,
      },
    ],
  })
  const text = await createMetrics(server).text()
  for (const [need, count] of Object.entries({ expired: 1, expiring: 1, unused: 2 })) {
    expect(sampleIn(text, 'aman_operator_keys', { need })).toBe(count)
  }
  await database
    .updateTable('operator_keys')
    .set({ revoked_at: at(0) })
    .execute()
  expect((await attention(server, token)).operator_keys).toEqual({ count: 0, keys: [] })
  const ended = await createMetrics(server).text()
  expect(sampleIn(ended, 'aman_operator_keys', { need: 'expired' })).toBe(0)
})
