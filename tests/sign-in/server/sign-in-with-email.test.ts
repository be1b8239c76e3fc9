import { expect, test } from 'vitest'
import { signIn as signInFrom } from '../../support/browser/sign-in.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { makeUser } from '../../support/worlds/factories.ts'

const password = 'correct horse battery'
const email = 'rania@firm.example'

function signIn(server: TestServer, name: string, given = password) {
  return signInFrom(server, name, given, '192.0.2.1')
}

test('a user signs in with the email, compared as usernames are', async () => {
  await using server = await createTestServer()
  await makeUser(server, { username: 'rania', email, password })
  await makeUser(server, { username: 'jo', email: 'ﬁ@xn--mnchen-3ya.example', password })
  for (const name of [email, ' RANIA@Firm.Example ', 'ｒａｎｉａ＠ｆｉｒｍ．ｅｘａｍｐｌｅ']) {
    expect((await signIn(server, name)).status, name).toBe(200)
  }
  expect((await signIn(server, 'ﬁ@münchen.example')).status).toBe(200)
})

test('an alias is no name to sign in with', async () => {
  await using server = await createTestServer()
  const aliases = ['info@firm.example']
  await makeUser(server, { username: 'rania', email, password, aliases })
  expect((await signIn(server, 'info@firm.example')).status).toBe(401)
})

test('failures with the username and with the email count together', async () => {
  await using server = await createTestServer()
  await makeUser(server, { username: 'rania', email, password })
  for (const name of ['rania', email, 'RANIA', 'Rania@Firm.example', 'rania']) {
    expect((await signIn(server, name, 'wrong')).status).toBe(401)
  }
  expect((await signIn(server, email)).status).toBe(429)
  expect((await signIn(server, 'rania')).status).toBe(429)
})

test('a sign-in with the email forgets failures with the username', async () => {
  await using server = await createTestServer({ limits: { signInFailuresPerUsername: 2 } })
  await makeUser(server, { username: 'rania', email, password })
  for (let round = 0; round < 3; round += 1) {
    expect((await signIn(server, 'rania', 'wrong')).status).toBe(401)
    expect((await signIn(server, email)).status).toBe(200)
  }
})

test('what fits two users fails as an unknown name does, and each has the other name', async () => {
  await using server = await createTestServer()
  await makeUser(server, { username: email, email: 'other@firm.example', password })
  const rania = await makeUser(server, { username: 'rania', email, password })
  const verified: (string | null)[] = []
  const { verify } = server.services.passwords
  Object.assign(server.services.passwords, {
    verify: (given: string, phc: string | null) => {
      verified.push(phc)
      return verify(given, phc)
    },
  })
  const [answer, unknown] = [await signIn(server, email), await signIn(server, 'x@firm.example')]
  expect(answer.status).toBe(401)
  expect(await answer.json()).toEqual(await unknown.json())
  expect(verified).toEqual([null, null])
  const acts = server.database.selectFrom('audit').select(['action', 'target_id'])
  expect(await acts.execute()).toEqual([
    { action: 'failed-sign-in', target_id: null },
    { action: 'failed-sign-in', target_id: null },
  ])
  expect((await signIn(server, 'rania')).status).toBe(200)
  expect((await signIn(server, 'other@firm.example')).status).toBe(200)
  await signIn(server, 'rania', 'wrong')
  const failed = acts.where('action', '=', 'failed-sign-in').where('target_id', '=', rania.id)
  expect(await failed.execute()).toHaveLength(1)
})
