import { expect, test } from 'vitest'
import { createTestServer } from '../../support/server/server.ts'
import { signInAdmin } from '../../support/worlds/admin.ts'
import { makeForm, savePath } from '../../support/worlds/save-user.ts'

test.each([
  [{ organization_id: 'unknown' }, 422, 'organization_id: there is no such organization'],
  [{ organization_id: '' }, 422, 'organization_id: there is no such organization'],
  [{ organization_id: undefined }, 422, 'organization_id: is missing'],
  [{ id: 'unknown' }, 404, 'There is no such user'],
  [
    { password: 'Password1234!' },
    422,
    'password: is too easy to guess. This is similar to a commonly used password. Use several unrelated words, or let a password manager make one.',
  ],
  [{ password: 'my name is rania' }, 422, 'password: must not hold the username'],
])(
  '%j is rejected with a message, and no user is created',
  { tags: ['R376'] },
  async (overrides, status, detail) => {
    await using server = await createTestServer()
    const { token } = await signInAdmin(server)
    const answer = await server.post(savePath, { token, body: await makeForm(server, overrides) })
    expect(answer).toMatchObject({ status, detail })
    expect(await server.database.selectFrom('users').select('id').execute()).toHaveLength(1)
  },
)

test('an admin who is made inactive while the password is hashed saves no user', async () => {
  await using server = await createTestServer()
  const [leaver, other] = [await signInAdmin(server), await signInAdmin(server)]
  const hashing = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  const { hash } = server.services.passwords
  Object.assign(server.services.passwords, {
    hash: async (...given: Parameters<typeof hash>) => {
      hashing.resolve()
      await gate.promise
      return hash(...given)
    },
  })
  const body = await makeForm(server, { role: 'super_admin' })
  const saving = server.post(savePath, { token: leaver.token, body })
  await hashing.promise
  const status = { ids: [leaver.admin.id], is_active: false }
  await server.post('/api/admin/users/status', { token: other.token, body: status })
  gate.resolve()
  expect((await saving).status).toBe(401)
  const saved = server.database.selectFrom('users').select('id').where('username', '=', 'rania')
  expect(await saved.execute()).toEqual([])
})
