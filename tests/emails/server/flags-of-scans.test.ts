import { expect, test } from 'vitest'
import { reportScansEndpoint } from '../../../contract/emails/report-scans.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import {
  makeFlag,
  makeGatewayKey,
  makeSession,
  makeUser,
  reportScans,
} from '../../support/worlds/factories.ts'

async function levelsOf(reported: ReturnType<typeof reportScans>): Promise<string[]> {
  return (await reported).map(({ threat_level }) => threat_level)
}

function blockedCounts({ database }: TestServer): Promise<{ blocked_count: number }[]> {
  return database.selectFrom('flags').select('blocked_count').orderBy('value', 'desc').execute()
}

test('mail from a red sender is malicious and counts for the flag', async () => {
  await using server = await createTestServer()
  const user = await makeUser(server)
  await makeFlag(server, user, { flag_type: 'red', value: 'them@shop.example' })
  await makeFlag(server, user, { flag_type: 'red', value: 'spam.example' })
  const senders = ['them@shop.example', 'us@shop.example', 'a@spam.example', 'b@spam.example']
  const levels = await levelsOf(
    reportScans(
      server,
      user,
      senders.map((sender) => ({ sender, subject: 'private' })),
    ),
  )
  expect(levels).toEqual(['malicious', 'safe', 'malicious', 'malicious'])
  expect(await blockedCounts(server)).toEqual([{ blocked_count: 1 }, { blocked_count: 2 }])
  const rows = await server.database
    .selectFrom('scans')
    .select(['email_subject', 'reason', 'detection_reason'])
    .where('threat_level', '=', 'malicious')
    .execute()
  const kept = { email_subject: '', reason: '{"code":"blocked"}', detection_reason: '' }
  expect(rows).toEqual([kept, kept, kept])
})

test('a flag on the address has priority over one on its domain', async () => {
  await using server = await createTestServer()
  const user = await makeUser(server)
  await makeFlag(server, user, { flag_type: 'red', value: 'shop.example' })
  await makeFlag(server, user, { flag_type: 'green', value: 'friend@shop.example' })
  const senders = ['friend@shop.example', 'other@shop.example', 'a@workshop.example']
  const levels = await levelsOf(
    reportScans(
      server,
      user,
      senders.map((sender) => ({ sender })),
    ),
  )
  expect(levels).toEqual(['safe', 'malicious', 'safe'])
})

test('only a red flag on a domain covers its subdomains', async () => {
  await using server = await createTestServer()
  const user = await makeUser(server)
  await makeFlag(server, user, { flag_type: 'red', value: 'shop.example' })
  await makeFlag(server, user, { flag_type: 'green', value: 'good.shop.example' })
  await makeFlag(server, user, { flag_type: 'green', value: 'partner.example' })
  const mail = async (sender: string) => {
    const scan = { sender, threat_level: 'suspicious' } as const
    const [level] = await levelsOf(reportScans(server, user, [scan]))
    return level
  }
  expect(await mail('a@shop.example')).toBe('malicious')
  expect(await mail('a@mail.shop.example')).toBe('malicious')
  expect(await mail('a@a.b.c.shop.example')).toBe('malicious')
  expect(await mail('a@good.shop.example')).toBe('safe')
  expect(await mail('a@bad.good.shop.example')).toBe('malicious')
  expect(await mail('a@workshop.example')).toBe('suspicious')
  expect(await mail('a@partner.example')).toBe('safe')
  expect(await mail('a@sub.partner.example')).toBe('suspicious')
})

test('flags are found for a batch of senders with as many labels as a domain can have', async () => {
  await using server = await createTestServer()
  const user = await makeUser(server)
  await makeFlag(server, user, { flag_type: 'red', value: 'shop.example' })
  const senders = Array.from({ length: 100 }, (_, count) => {
    const label = String.fromCodePoint(97 + (count % 26))
    return `${count}@${`${label}.`.repeat(115)}shop.example`
  })
  const reported = reportScans(
    server,
    user,
    senders.map((sender) => ({ sender })),
  )
  expect(new Set(await levelsOf(reported))).toEqual(new Set(['malicious']))
})

test('a flag matches a sender that is spelt differently', async () => {
  await using server = await createTestServer()
  const user = await makeUser(server, { email: 'rania@firm.example' })
  const token = await makeSession(server, user)
  const key = await makeGatewayKey(server, user.organizationId)
  for (const value of ['bücher.example', 'spam@xn--mgbh0fb.example']) {
    const body = { flag_type: 'red', value }
    expect((await server.post('/api/flags/add', { token, body })).status).toBe(200)
  }
  const again = { flag_type: 'green', value: 'BÜCHER.example.' }
  expect((await server.post('/api/flags/add', { token, body: again })).status).toBe(409)
  for (const sender of ['a@XN--bcher-kva.example', 'a@bücher。example', 'spam@مثال.example.']) {
    const body = { recipient: 'Rania@Firm.example.', sender, threat_level: 'safe' }
    const answer = await server.post('/api/scans', { token: key, body })
    expect(answer.output(reportScansEndpoint).scans[0]?.threat_level, sender).toBe('malicious')
  }
})

test("a user's flag does not affect other users' mail", async () => {
  await using server = await createTestServer()
  const user = await makeUser(server)
  const colleague = await makeUser(server, { organizationId: user.organizationId })
  await makeFlag(server, user, { flag_type: 'red', value: 'shop.example' })
  const sender = 'them@shop.example'
  const levels = await levelsOf(
    reportScans(server, user, [{ sender }, { sender, recipient: colleague.email }]),
  )
  expect(levels).toEqual(['malicious', 'safe'])
})

test('mail that a green flag makes safe adds no risk', async () => {
  await using server = await createTestServer()
  const user = await makeUser(server)
  await makeFlag(server, user, { flag_type: 'green', value: 'partner.example' })
  await reportScans(server, user, [
    { sender: 'them@partner.example', threat_level: 'suspicious', disposition: 'delivered' },
  ])
  const totals = await server.database
    .selectFrom('scan_totals')
    .selectAll()
    .where('user_id', '=', user.id)
    .executeTakeFirst()
  expect(totals).toEqual({ user_id: user.id, safe: 1, suspicious: 0, malicious: 0, risk_sum: 0 })
})

test('the domain of a sender begins after the last @, whatever the quotes before it hold', async () => {
  await using server = await createTestServer()
  const user = await makeUser(server)
  await makeFlag(server, user, { flag_type: 'red', value: 'evil.example' })
  const scan = { sender: '"a@b"@evil.example', threat_level: 'safe' } as const
  expect(await levelsOf(reportScans(server, user, [scan]))).toEqual(['malicious'])
})
