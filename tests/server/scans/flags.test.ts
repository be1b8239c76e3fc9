import { expect, test } from 'vitest'
import { makeFlag, makeUser, reportScans } from '../../support/factories.ts'
import { createTestServer, type TestServer } from '../../support/server.ts'

async function levelsOf(reported: ReturnType<typeof reportScans>): Promise<string[]> {
  return (await reported).map(({ threat_level }) => threat_level)
}

function blockedCounts({ database }: TestServer): Promise<{ blocked_count: number }[]> {
  return database.selectFrom('flags').select('blocked_count').orderBy('value', 'desc').execute()
}

test('mail from a green sender is safe, whatever the gateway said', async () => {
  await using server = await createTestServer()
  const user = await makeUser(server)
  await makeFlag(server, user, { flag_type: 'green', value: 'partner.example' })
  const scan = { sender: 'them@partner.example', threat_level: 'malicious' } as const
  expect(await levelsOf(reportScans(server, user, [scan]))).toEqual(['safe'])
  expect(await blockedCounts(server)).toEqual([{ blocked_count: 0 }])
})

test('mail from a red sender is malicious and counts on the flag', async () => {
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
    .select(['email_subject', 'detection_reason'])
    .where('threat_level', '=', 'malicious')
    .execute()
  const kept = { email_subject: '', detection_reason: 'Blocked by a red flag of the recipient' }
  expect(rows).toEqual([kept, kept, kept])
})

test('a flag on the address beats one on its domain', async () => {
  await using server = await createTestServer()
  const user = await makeUser(server)
  await makeFlag(server, user, { flag_type: 'red', value: 'shop.example' })
  await makeFlag(server, user, { flag_type: 'green', value: 'friend@shop.example' })
  const senders = ['friend@shop.example', 'other@shop.example', 'a@sub.shop.example']
  const levels = await levelsOf(
    reportScans(
      server,
      user,
      senders.map((sender) => ({ sender })),
    ),
  )
  expect(levels).toEqual(['safe', 'malicious', 'safe'])
})

test("a person's flag leaves other people's mail alone", async () => {
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

test('mail that only their own red flag stopped does not raise the risk of a person', async () => {
  await using server = await createTestServer()
  const user = await makeUser(server)
  await makeFlag(server, user, { flag_type: 'red', value: 'shop.example' })
  await reportScans(server, user, [{ sender: 'them@shop.example', threat_level: 'safe' }])
  const totals = await server.database
    .selectFrom('scan_totals')
    .selectAll()
    .where('user_id', '=', user.id)
    .executeTakeFirst()
  expect(totals).toEqual({ user_id: user.id, safe: 0, suspicious: 0, malicious: 1, risk_sum: 0 })
})
