import { expect, test } from 'vitest'
import { generateReceiptEndpoint } from '../../../contract/receipts/generate-receipt.ts'
import { createServers, times } from '../../support/postgres/two-servers.ts'
import {
  makeOrganization,
  makeSession,
  makeUser,
  reportScans,
} from '../../support/worlds/factories.ts'

test('two servers issue every receipt number once, and one number for each month', {
  tags: ['R284'],
}, async () => {
  await using servers = await createServers()
  const token = await makeSession(servers.one, await makeUser(servers.one, { role: 'super_admin' }))
  const organizations = await times(8, () => makeOrganization(servers.one))
  const answers = await times(48, (position) =>
    servers.call(
      'POST',
      `/api/admin/generate-receipt/${organizations[position % 8]}/2025/${position % 2 === 0 ? 3 : 4}`,
      { token },
    ),
  )
  const numbers = answers.map((answer) =>
    Number(/AMAN-2026-(\d+)/.exec(answer.output(generateReceiptEndpoint).receipt_url)?.[1]),
  )
  const different = [...new Set(numbers)].sort((one, other) => one - other)
  expect(different).toEqual(Array.from({ length: 8 }, (_, position) => position + 1))
})

test('all mail that arrives at two servers at once is counted', async () => {
  await using servers = await createServers()
  const { one, other } = servers
  const organizationId = await makeOrganization(one)
  const users = await times(20, () => makeUser(one, { organizationId }))
  const months = Array.from({ length: 36 }, (_, month) =>
    new Date(Date.UTC(2023, month, 10)).toISOString(),
  )
  // Each batch names users and months in a different order.
  await times(40, (position) => {
    const isEven = position % 2 === 0
    const two = [users[position % 20], users[(position + 1) % 20]]
    const scans = (isEven ? months : months.toReversed()).flatMap((received_at) =>
      (isEven ? two : two.toReversed()).map((user) => ({
        recipient: user?.email ?? '',
        received_at,
      })),
    )
    return reportScans(isEven ? one : other, { email: '', organizationId }, scans)
  })
  const totals = await one.database.selectFrom('scan_totals').select('safe').execute()
  expect(totals.map(({ safe }) => safe)).toEqual(users.map(() => 4 * 36))
  const counted = await one.database.selectFrom('monthly_scans').select('safe').execute()
  expect(counted.map(({ safe }) => safe)).toEqual(months.map(() => 80))
})

test('removing a user while their mail arrives does not break a report', async () => {
  await using servers = await createServers()
  const { one, other } = servers
  const token = await makeSession(one, await makeUser(one, { role: 'super_admin' }))
  for (let round = 0; round < 10; round += 1) {
    const user = await makeUser(one)
    const [removed, reported] = await Promise.all([
      one.delete(`/api/admin/users/${user.id}`, { token }),
      reportScans(other, user, [{}, {}]).then(
        () => 'taken in',
        (cause: unknown) => String(cause),
      ),
    ])
    expect(removed.status).toBe(200)
    expect(reported).toMatch(/^taken in$|no user of this organization/)
  }
  expect(await one.database.selectFrom('scans').select('id').execute()).toEqual([])
})
