import { expect, test } from 'vitest'
import { makeSession } from '../../support/factories.ts'
import { entraUser, makeProvider } from '../../support/scim.ts'
import { createTestServer, type TestServer } from '../../support/server.ts'

function readUser({ database }: TestServer) {
  return database.selectFrom('users').select(['id', 'locale']).executeTakeFirstOrThrow()
}

test.each([
  ['ar-JO', 'ar'],
  ['fr-FR, ar;q=0.8, en;q=0.7', 'ar'],
  ['EN', 'en'],
  ['de-AR', null],
  ['', null],
])('the preferred language %j of a new user is %s', { tags: ['A863'] }, async (given, expected) => {
  await using server = await createTestServer()
  const entra = await makeProvider(server)
  const user = { ...entraUser(), preferredLanguage: given }
  const { status, body } = await entra.send('POST', '/Users', user)
  expect(status).toBe(201)
  expect((await readUser(server)).locale).toBe(expected)
  expect(body).toMatchObject(expected === null ? {} : { preferredLanguage: expected })
})

test('a provider gives a language once, and never changes that of a user', {
  tags: ['A863'],
}, async () => {
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
