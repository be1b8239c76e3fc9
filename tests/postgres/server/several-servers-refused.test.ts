import { expect, test } from 'vitest'
import { createRefusedCounts } from '../../../server/gateways/refused-requests/refused-requests.ts'
import { createServers, times } from '../../support/postgres/two-servers.ts'
import { makeOrganization } from '../../support/worlds/factories.ts'

test('what several servers refuse at once adds up', async () => {
  await using servers = await createServers()
  const organizations = await times(20, () => makeOrganization(servers.one))
  const counts = [servers.one, servers.other, servers.one].map(({ services }) =>
    createRefusedCounts(services),
  )
  const refuse = (position: number) =>
    counts[position % 3]?.count({
      subject: organizations[position % 20],
      scope: position % 2 === 0 ? 'report' : 'flags',
      reason: 'network',
    })
  await times(600, async (position) => refuse(position))
  await Promise.all(counts.map((counted) => counted.stop()))
  const rows = await servers.one.database
    .selectFrom('refused_requests')
    .select(['subject', 'count'])
    .execute()
  const sums = organizations.map((id) =>
    rows.filter(({ subject }) => subject === id).reduce((sum, { count }) => sum + count, 0),
  )
  expect(sums).toEqual(organizations.map(() => 30))
})
