import { expect, test } from 'vitest'
import { makeProvider, oktaUser } from '../../support/scim/scim.ts'
import { createTestServer } from '../../support/server/server.ts'

test('Okta finds no one, creates a user without the password, replaces and deactivates them', async () => {
  await using server = await createTestServer()
  const okta = await makeProvider(server)
  const lookup = `/Users?filter=${encodeURIComponent('userName eq "omar@cedar.example"')}&startIndex=1&count=100`
  expect(await okta.send('GET', lookup)).toMatchObject({
    status: 200,
    body: { totalResults: 0, Resources: [] },
  })
  const id = await okta.create(oktaUser())
  const read = () =>
    server.database.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  expect(await read()).toMatchObject({ password_hash: null, is_active: 1, role: 'employee' })
  expect((await okta.send('GET', lookup)).body).toMatchObject({ totalResults: 1 })
  const replaced = await okta.send(
    'PUT',
    `/Users/${id}`,
    oktaUser({
      id,
      displayName: 'Omar Nasser Haddad',
      name: { givenName: 'Omar', familyName: 'Haddad', formatted: 'Mr. Omar Haddad' },
      phoneNumbers: [{ value: '+962 6 555 0133', primary: true, type: 'work' }],
    }),
  )
  expect(replaced).toMatchObject({
    status: 200,
    body: { id, displayName: 'Omar Nasser Haddad', name: { familyName: 'Haddad' } },
  })
  expect(await read()).toMatchObject({ full_name: 'Omar Nasser Haddad', phone: '+962 6 555 0133' })
  const away = await okta.patch(id, { op: 'replace', value: { active: false } })
  expect(away).toMatchObject({ status: 200, body: { active: false } })
  const back = await okta.send('PUT', `/Users/${id}`, oktaUser({ id }))
  expect(back).toMatchObject({ status: 200, body: { active: true, displayName: 'Omar Nasser' } })
  // Fields that a PUT does not name are emptied, except whether the user is active and the id of
  // the provider.
  expect(await read()).toMatchObject({ phone: '', is_active: 1 })
  const { active: _, externalId: __, ...rest } = { active: true, externalId: '', ...oktaUser() }
  const kept = await okta.send('PUT', `/Users/${id}`, rest)
  expect(kept).toMatchObject({ body: { active: true, externalId: '00ujl29u0le5T6Aj10h7' } })
})

test('Okta reads the list in pages', async () => {
  await using server = await createTestServer()
  const okta = await makeProvider(server)
  const ids: string[] = []
  for (let number = 1; number <= 5; number += 1) {
    const userName = `user${number}@cedar.example`
    ids.push(await okta.create({ userName, displayName: `User ${number}` }))
  }
  const page = async (query: string) => (await okta.send('GET', `/Users?${query}`)).body
  expect(await page('startIndex=1&count=2')).toMatchObject({
    ...{ totalResults: 5, startIndex: 1, itemsPerPage: 2 },
    Resources: [{ id: ids[0] }, { id: ids[1] }],
  })
  expect(await page('startIndex=5&count=2')).toMatchObject({
    ...{ totalResults: 5, startIndex: 5, itemsPerPage: 1 },
    Resources: [{ id: ids[4] }],
  })
  expect(await page('startIndex=6')).toMatchObject({ totalResults: 5, Resources: [] })
  expect(await page('count=0')).toMatchObject({ totalResults: 5, itemsPerPage: 0, Resources: [] })
  expect(await page('startIndex=-3&count=-1')).toMatchObject({ startIndex: 1, Resources: [] })
  expect(await page('count=100000000')).toMatchObject({ itemsPerPage: 5 })
  expect((await okta.send('GET', '/Users?count=many')).body).toMatchObject({
    ...{ status: '400', scimType: 'invalidValue' },
  })
})

test('the provider reads what this server can do', async () => {
  await using server = await createTestServer()
  const okta = await makeProvider(server)
  expect((await okta.send('GET', '/ServiceProviderConfig')).body).toMatchObject({
    patch: { supported: true },
    bulk: { supported: false },
    filter: { supported: true, maxResults: 200 },
    authenticationSchemes: [{ type: 'oauthbearertoken' }],
  })
  expect((await okta.send('GET', '/ResourceTypes')).body).toMatchObject({
    ...{ totalResults: 1, Resources: [{ id: 'User', endpoint: '/Users' }] },
  })
  const schema = 'urn:ietf:params:scim:schemas:core:2.0:User'
  expect((await okta.send('GET', '/Schemas')).body).toMatchObject({
    ...{ totalResults: 2, Resources: [{ id: schema }, {}] },
  })
  expect((await okta.send('GET', `/Schemas/${schema}`)).body).toMatchObject({ id: schema })
  for (const path of ['/Schemas/unknown', '/ResourceTypes/Group', '/Groups', '/Me', '/Bulk']) {
    expect(await okta.send('GET', path)).toMatchObject({
      ...{ status: 404, body: { status: '404' } },
    })
  }
})
