import { expect, test } from 'vitest'
import { makeProvider, type ScimClient } from '../../support/scim/scim.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { makeSession, makeUser } from '../../support/worlds/factories.ts'

async function find(client: ScimClient, filter: string): Promise<unknown> {
  return (await client.send('GET', `/Users?filter=${encodeURIComponent(filter)}`)).body
}

/** A user who was made by hand, with a name of the firm and another address. */
async function makeKnown(server: TestServer, { organizationId }: ScimClient) {
  return makeUser(server, {
    ...{ organizationId, username: 'rania', full_name: 'Rania', phone: '+962 6 555 0100' },
    ...{ email: 'rania.khoury@cedar.example', aliases: ['r.khoury@cedar.example'] },
  })
}

test.each([
  'userName eq "rania"',
  'userName eq "Rania.Khoury@cedar.example"',
  'userName eq "R.Khoury@cedar.example"',
  'emails[type eq "work"].value eq "r.khoury@CEDAR.example"',
])('a provider finds a user who was made by hand with %s', async (filter) => {
  await using server = await createTestServer()
  const entra = await makeProvider(server)
  const { id } = await makeKnown(server, entra)
  expect(await find(entra, filter)).toMatchObject({ totalResults: 1, Resources: [{ id }] })
})

test.each(['userName', 'emails.value'])(
  'a provider takes over a user that it finds by %s',
  async (attribute) => {
    await using server = await createTestServer()
    const entra = await makeProvider(server)
    const { id } = await makeKnown(server, entra)
    const token = await makeSession(server, { id })
    const found = await find(entra, `${attribute} eq "rania.khoury@cedar.example"`)
    expect(found).toMatchObject({ Resources: [{ id, userName: 'rania', active: true }] })
    const taken = await entra.patch(
      id,
      { op: 'Replace', path: 'userName', value: 'Rania.Khoury@cedar.example' },
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'r.khoury@cedar.example' },
      { op: 'Add', path: 'externalId', value: 'rania.khoury' },
      { op: 'Add', path: 'name.givenName', value: 'Rania' },
      { op: 'Add', path: 'name.familyName', value: 'Khoury' },
      { op: 'Replace', path: 'displayName', value: 'Rania Khoury' },
    )
    expect(taken.status, taken.text).toBe(200)
    expect(taken.body).toMatchObject({
      ...{ id, externalId: 'rania.khoury', userName: 'Rania.Khoury@cedar.example' },
      emails: [{ value: 'r.khoury@cedar.example' }],
      phoneNumbers: [{ value: '+962 6 555 0100' }],
    })
    expect((await server.get('/api/auth/me', { token })).status).toBe(200)
    expect(await find(entra, 'externalId eq "rania.khoury"')).toMatchObject({ totalResults: 1 })
  },
)

test('addresses of other organizations and of super admins are not found', async () => {
  await using server = await createTestServer()
  const entra = await makeProvider(server)
  const stranger = { username: 's', email: 's@cedar.example', aliases: ['s2@cedar.example'] }
  await makeUser(server, stranger)
  await makeUser(server, {
    ...{ organizationId: entra.organizationId, role: 'super_admin' },
    ...{ username: 'b', email: 'b@cedar.example', aliases: ['b2@cedar.example'] },
  })
  for (const address of [
    's@cedar.example',
    's2@cedar.example',
    'b@cedar.example',
    'b2@cedar.example',
  ])
    for (const attribute of ['userName', 'emails.value'])
      expect(await find(entra, `${attribute} eq "${address}"`)).toMatchObject({ totalResults: 0 })
})
