import { expect, test } from 'vitest'
import { createOrganization, findOrganization } from '../../../server/organizations/organization.ts'
import { createTestServer } from '../../support/server/server.ts'
import { makeOrganization, makeSession, makeUser } from '../../support/worlds/factories.ts'

test('an organization is found by its name in any case or by its id', async () => {
  await using server = await createTestServer()
  const id = await makeOrganization(server, { name: 'Cedar Health' })
  await makeOrganization(server, { name: 'Olive Bank' })
  const found = { id, name: 'Cedar Health' }
  expect(await findOrganization(server.database, ' CEDAR health ')).toEqual(found)
  expect(await findOrganization(server.database, id)).toEqual(found)
  expect(await findOrganization(server.database, 'Cedar')).toBeUndefined()
})

test('an organization of which only the name is known has no details', async () => {
  await using server = await createTestServer()
  const token = await makeSession(server, await makeUser(server, { role: 'super_admin' }))
  const id = await createOrganization(server, { name: 'Cedar Health' })
  const { body } = await server.get('/api/admin/organizations?q=cedar', { token })
  expect(body).toEqual([
    {
      ...{ id, name: 'Cedar Health', industry: 'finance', employee_count: 0 },
      ...{ contact_email: '', phone: '', address: '', website: '' },
      ...{ total_scans: 0, total_cost: 0, created_at: server.clock().toISOString() },
      gateway_silent_since: null,
      suspended_at: null,
      ...{ recent_threats: 0, usual_threats: 0, has_unusual_attacks: false },
      locale: null,
    },
  ])
  const found = server.database.selectFrom('organizations').select('search_text')
  expect(await found.where('id', '=', id).execute()).toEqual([{ search_text: 'cedar health\n' }])
})
