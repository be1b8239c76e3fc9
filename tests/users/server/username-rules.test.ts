import { expect, test } from 'vitest'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { makeOrganization, makeSession, makeUser } from '../../support/worlds/factories.ts'

const path = '/api/admin/users/detailed'
const password = 'violet kettle drum'

async function createScene(server: TestServer) {
  const admin = await makeUser(server, { username: 'admin', role: 'super_admin', password })
  const token = await makeSession(server, admin)
  const organization_id = await makeOrganization(server)
  return {
    save: (username: string, more: Record<string, unknown> = {}) =>
      server.post(path, {
        token,
        body: {
          username,
          email: 'new@firm.example',
          full_name: 'New Colleague',
          role: 'employee',
          organization_id,
          password,
          ...more,
        },
      }),
    usernames: async () => {
      const rows = await server.database.selectFrom('users').select('username').execute()
      return rows.map(({ username }) => username).toSorted()
    },
  }
}

test.each([
  ['ad\u200bmin', 409],
  ['admın', 409],
  ['ａｄｍｉｎ', 409],
  ['аdmin', 422],
  ['ad\u0007min', 422],
])('beside admin a user is not created as %j', async (username, status) => {
  await using server = await createTestServer()
  const { save, usernames } = await createScene(server)
  const answer = await save(username)
  expect(answer.status, answer.text).toBe(status)
  expect(answer.detail).toMatch(/username/)
  expect(await usernames()).toEqual(['admin'])
})

test('only one of two usernames in other scripts that look like the same Latin name is created', async () => {
  await using server = await createTestServer()
  const { save } = await createScene(server)
  expect((await save('сора')).status).toBe(200)
  const again = await save('copa', { email: 'other@firm.example' })
  expect(again).toMatchObject({
    status: 409,
    detail: 'Another user already has a username that looks like copa',
  })
})

test.each(['дмитрий', 'josé', "o'neill"])(
  '%s is a valid username, stored in one form',
  async (username) => {
    await using server = await createTestServer()
    const { save, usernames } = await createScene(server)
    const answer = await save(username.normalize('NFD'))
    expect(answer.status, answer.text).toBe(200)
    expect(await usernames()).toContain(username.normalize('NFKC'))
  },
)
