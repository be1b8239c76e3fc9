import { expect, test } from 'vitest'
import { entraUser, makeProvider, oktaUser } from '../../support/scim/scim.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { makeSession } from '../../support/worlds/factories.ts'

function readUser({ database }: TestServer) {
  return database.selectFrom('users').select(['id', 'locale']).executeTakeFirstOrThrow()
}

test.each([
  ['ar-JO', 'ar'],
  ['fr-FR, ar;q=0.8, en;q=0.7', 'ar'],
  ['', null],
])('the preferred language %j of a new user is %s', async (given, expected) => {
  await using server = await createTestServer()
  const entra = await makeProvider(server)
  const user = { ...entraUser(), preferredLanguage: given }
  const { status, body } = await entra.send('POST', '/Users', user)
  expect(status).toBe(201)
  expect((await readUser(server)).locale).toBe(expected)
  expect(body).toMatchObject(expected === null ? {} : { preferredLanguage: expected })
})

test('a provider gives a language once, and never changes that of a user', async () => {
  await using server = await createTestServer()
  const entra = await makeProvider(server)
  const user = { ...entraUser(), preferredLanguage: undefined }
  await entra.send('POST', '/Users', user)
  const { id, locale } = await readUser(server)
  expect(locale).toBeNull()
  const patch = (value: string) =>
    entra.send('PATCH', `/Users/${id}`, {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
      Operations: [{ op: 'Replace', path: 'preferredLanguage', value }],
    })
  expect((await patch('ar')).status).toBe(200)
  expect((await readUser(server)).locale).toBe('ar')
  const token = await makeSession(server, { id })
  await server.post('/api/account/language', { token, body: { locale: 'en' } })
  expect((await patch('ar-JO')).body).toMatchObject({ preferredLanguage: 'en' })
  await entra.send('PUT', `/Users/${id}`, user)
  expect((await readUser(server)).locale).toBe('en')
})

test('the preferred language comes before the locale, and neither changes a language that is known', async () => {
  await using server = await createTestServer()
  const okta = await makeProvider(server)
  const id = await okta.create(oktaUser({ locale: 'en-US', preferredLanguage: 'ar' }))
  expect((await readUser(server)).locale).toBe('ar')
  const changed = await okta.patch(id, { op: 'Replace', path: 'locale', value: 'en-US' })
  expect(changed).toMatchObject({ status: 200, body: { locale: 'ar' } })
  const other = await okta.create(
    oktaUser({ userName: 'b@cedar.example', emails: [], locale: undefined }),
  )
  const given = await okta.patch(other, { op: 'Add', path: 'locale', value: 'ar-JO' })
  expect(given).toMatchObject({ status: 200, body: { locale: 'ar', preferredLanguage: 'ar' } })
})
