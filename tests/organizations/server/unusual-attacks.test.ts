import { describe, expect, test } from 'vitest'
import { listOrganizationsEndpoint } from '../../../contract/organizations/list-organizations.ts'
import { dayOf } from '../../../server/core/clock.ts'
import { isJump } from '../../../server/organizations/attacks.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import {
  changeOrganization,
  makeOrganization,
  signInAdmin,
} from '../../support/worlds/factories.ts'

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
  await changeOrganization(server, suspended, { suspended_at: server.clock().toISOString() })
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

describe('attacks have jumped', () => {
  test.each([
    // A quiet organization: ten in a week are needed.
    [9, 0, 28, false],
    [10, 0, 28, true],
    // Five in a usual week: chance may bring a few more than ten.
    [10, 20, 28, false],
    [13, 20, 28, false],
    [14, 20, 28, true],
    // From 16 in a usual week on: twice as many.
    [22, 40, 28, false],
    [23, 40, 28, true],
    [39, 80, 28, false],
    [40, 80, 28, true],
    [399, 800, 28, false],
    [400, 800, 28, true],
    // As many as usual, and fewer.
    [200, 800, 28, false],
    [0, 800, 28, false],
    // Counted for ten days before: 20 in ten days are 14 in a week.
    [28, 20, 10, false],
    [29, 20, 10, true],
    // New: nothing to compare with.
    [500, 0, 0, false],
    [500, 3, 6, false],
    [500, 3, 7, true],
  ])('%d in a week after %d in %d days: %s', (recent, earlier, days, jumped) => {
    expect(isJump({ recent, earlier, earlierDays: days })).toBe(jumped)
  })
})
