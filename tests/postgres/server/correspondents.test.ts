import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createServers, times } from '../../support/postgres/two-servers.ts'
import { createTestServer } from '../../support/server/server.ts'
import {
  makeGatewayKey,
  makeOrganization,
  makeUser,
  reportScans,
} from '../../support/worlds/factories.ts'

test('reports of the same new senders at two servers, in any order, wait for each other and are all kept', async () => {
  await using servers = await createServers()
  const { one } = servers
  const organizationId = await makeOrganization(one)
  const token = await makeGatewayKey(one, organizationId)
  const users = await times(4, () => makeUser(one, { organizationId }))
  const answers = await times(40, (position) => {
    const senders = Array.from({ length: 50 }, (_, number) => {
      const turned = (number * (position % 2 === 0 ? 1 : 49) + position) % 50
      return `post@firm-${Math.floor(position / 10)}-${turned}.example`
    })
    const scans = senders.map((sender, number) => ({
      recipient: users[(position + number) % users.length]?.email,
      sender,
      subject: 'Minutes of Monday',
      threat_level: 'safe',
      indicators: [],
    }))
    return servers.call('POST', '/api/scans', { token, body: { scans } })
  })
  for (const { status, text } of answers) expect(`${status} ${text}`).toMatch(/^200 /)
  const { rows } = await sql<{ count: string; firms: string }>`select count(*) as count,
    count(distinct sender) as firms from correspondents`.execute(one.database)
  expect(rows).toEqual([{ count: 200, firms: 200 }])
})

test('further mail of a sender of the day neither locks nor writes the row', async () => {
  await using server = await createTestServer()
  const user = await makeUser(server)
  const report = () => reportScans(server, user, [{ sender: 'lena@supplier.example' }])
  const row = async () => {
    const { rows } = await sql`select ctid::text, xmin::text, xmax::text
      from correspondents`.execute(server.database)
    return rows
  }
  await report()
  const before = await row()
  await report()
  await report()
  expect(await row()).toEqual(before)
  expect(before).toHaveLength(1)
})
