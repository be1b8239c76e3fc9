import { expect, test } from 'vitest'
import { findOrganization } from '../../../server/organizations/organization.ts'
import { createTestServer } from '../../support/server/server.ts'
import { makeOrganization } from '../../support/worlds/factories.ts'

test('an organization is found by its name in any case or by its id', async () => {
  await using server = await createTestServer()
  const id = await makeOrganization(server, { name: 'Cedar Health' })
  await makeOrganization(server, { name: 'Olive Bank' })
  const found = { id, name: 'Cedar Health' }
  expect(await findOrganization(server.database, ' CEDAR health ')).toEqual(found)
  expect(await findOrganization(server.database, id)).toEqual(found)
  expect(await findOrganization(server.database, 'Cedar')).toBeUndefined()
})
