import { expect, test } from 'vitest'
import { listOrganizationsEndpoint } from '../../../contract/organizations/list-organizations.ts'
import { dayOf } from '../../../server/core/clock.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { signInAdmin } from '../../support/worlds/admin.ts'
import { makeOrganization } from '../../support/worlds/factories.ts'

/** @param days threats by how many days ago they came */
async function organizationWith(
  server: TestServer,
  name: string,
  days: Readonly<Record<number, number>>,
): Promise<string> {
  const organization_id = await makeOrganization(server, { name })
  const rows = Object.entries(days).map(([ago, suspicious]) => ({
    ...{ organization_id, suspicious, safe: 100, malicious: 0 },
    day: dayOf(server.clock(), -Number(ago)),
  }))
  await server.database.insertInto('daily_counts').values(rows).execute()
  return organization_id
}

test('the list has the threats of 7 days, and is filtered to unusual attacks page by page', async () => {
  await using server = await createTestServer()
  const { token } = await signInAdmin(server)
  const list = async (query: string) =>
    (await server.get(`/api/admin/organizations?${query}`, { token })).output(
      listOrganizationsEndpoint,
    )
  const attacked = await organizationWith(server, 'Attacked', { 0: 7, 6: 5, 7: 4, 35: 900 })
  const other = await organizationWith(server, 'Also attacked', { 6: 11, 34: 0 })
  const suspended = await organizationWith(server, 'Suspended', { 0: 500, 34: 1 })
  await server.database
    .updateTable('organizations')
    .set({ suspended_at: server.clock().toISOString() })
    .where('id', '=', suspended)
    .execute()
  const rows = await list('sort=name')
  expect(
    rows.map(({ name, recent_threats, usual_threats, has_unusual_attacks: isUnusual }) => [
      ...[name, recent_threats, usual_threats, isUnusual],
    ]),
  ).toContainEqual(['Suspended', 500, 0.3, false])
  expect(rows.find(({ id }) => id === attacked)).toMatchObject({
    ...{ recent_threats: 12, usual_threats: 28, has_unusual_attacks: false },
  })
  expect((await list('attacks=unusual')).map(({ id }) => id)).toEqual([other])
  const refused = await server.get('/api/admin/organizations?attacks=none', { token })
  expect(refused.status).toBe(422)
})
