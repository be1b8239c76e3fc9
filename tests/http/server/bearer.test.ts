import { expect, test } from 'vitest'
import { createTestServer } from '../../support/server/server.ts'
import { makeSession, makeUser } from '../../support/worlds/factories.ts'

test.each([
  ['Bearer TOKEN', 200],
  ['bearer   TOKEN', 200],
  ['Bearer', 401],
  ['Bearer ', 401],
  ['TOKEN', 401],
  ['Basic TOKEN', 401],
  ['Not Bearer TOKEN', 401],
  ['Bearer TOKEN and more', 401],
  ['Bearer TOKEN, Bearer TOKEN', 401],
])('the header %s is answered with %i', { tags: ['R340'] }, async (form, status) => {
  await using server = await createTestServer()
  const token = await makeSession(server, await makeUser(server))
  const headers = { authorization: form.replaceAll('TOKEN', token) }
  const answer = await server.get('/api/auth/me', { headers })
  expect(answer.status).toBe(status)
  if (status === 401) {
    expect(answer.detail).toBe('Not signed in, or the session has ended')
    expect(answer.headers.get('www-authenticate')).toBe('Bearer')
  }
})

test('a gateway without a key learns what it needs', { tags: ['R340'] }, async () => {
  await using server = await createTestServer()
  expect((await server.post('/api/scans', { body: {} })).detail).toBe(
    'A valid gateway key is required',
  )
})
