import { expect, test } from 'vitest'
import { signIn as signInFrom } from '../../support/browser/sign-in.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { makeSession, makeUser } from '../../support/worlds/factories.ts'

const usual = 'quiet harbour maps'

const words = ['café crème brûlée', usual]

test.each(words)('the password %s signs in, however it is composed', async (password) => {
  await using server = await createTestServer()
  const user = await makeUser(server, { username: 'rania' })
  const token = await makeSession(server, await makeUser(server, { role: 'super_admin' }))
  const path = '/api/admin/users/detailed'
  const { id, email, organizationId: organization_id } = user
  const fields = { username: 'rania', email, full_name: 'Rania', role: 'employee', organization_id }
  const set = { ...fields, id, password: password.normalize('NFD') }
  expect((await server.post(path, { token, body: set })).status).toBe(200)
  for (const form of ['NFC', 'NFD'] as const) {
    const typed = password.normalize(form).replaceAll(' ', '\u00a0')
    expect((await signIn(server, 'rania', typed)).status, form).toBe(200)
  }
  expect((await signIn(server, 'rania', `${password}x`)).status).toBe(401)
})

test.each(['\u200erania\u200e', '\ufeffRANIA\n'])(
  'a copied username %j signs in',
  async (username) => {
    await using server = await createTestServer()
    await makeUser(server, { username: 'rania', password: usual })
    expect((await signIn(server, username)).status).toBe(200)
  },
)

test('guesses at a username count together, whatever invisible characters are in it', async () => {
  await using server = await createTestServer()
  await makeUser(server, { username: 'rania', password: usual })
  for (let guess = 1; guess <= 5; guess += 1) {
    expect((await signIn(server, `rania${'\u200e'.repeat(guess)}`, 'wrong')).status).toBe(401)
  }
  expect((await signIn(server, 'rania\u200f')).status).toBe(429)
})

function signIn(server: TestServer, name: string, password = usual) {
  return signInFrom(server, name, password, '192.0.2.1')
}
