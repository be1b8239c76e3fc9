import { expect, test } from 'vitest'
import { createTestServer } from '../../support/server/server.ts'
import { signInAdmin } from '../../support/worlds/admin.ts'
import { makeOrganization } from '../../support/worlds/factories.ts'
import { makeForm, savePath } from '../../support/worlds/save-user.ts'

test.each([
  [{ organization_id: 'unknown' }, 422, 'organization_id: there is no such organization'],
  [{ organization_id: '' }, 422, 'organization_id: there is no such organization'],
  [{ organization_id: undefined }, 422, 'organization_id: is missing'],
  [{ id: 'unknown' }, 404, 'There is no such user'],
  [{ username: ' ' }, 422, 'username: must not be empty'],
  [{ username: 'nul\u0000' }, 422, 'username: holds a character that cannot be kept'],
  [{ full_name: 'half \udc00' }, 422, 'full_name: holds a character that cannot be kept'],
  [{ full_name: 'x'.repeat(121) }, 422, 'full_name: must not be longer than 120'],
  [{ email: 'nowhere' }, 422, 'email: is not an email address'],
  [{ role: 'owner' }, 422, 'role: must be one of employee, team_lead, super_admin'],
  [{ is_active: 'yes' }, 422, 'is_active: must be true or false'],
  [{ is_admin: true }, 422, 'is_admin: is not a known field'],
  [{ password: '' }, 422, 'password: must have at least 12'],
  [{ password: undefined }, 422, 'password: is missing'],
  [{ password: 'eleven char' }, 422, 'password: must have at least 12'],
  [{ password: 'x'.repeat(129) }, 422, 'password: must not be longer than 128'],
  [
    { password: 'Password1234!' },
    422,
    'password: is too easy to guess. This is similar to a commonly used password. Use several unrelated words, or let a password manager make one.',
  ],
  [
    { password: 'Haddad-2026-07' },
    422,
    'password: is too easy to guess. There should not be any personal or page related data. Use several unrelated words, or let a password manager make one.',
  ],
  [{ password: 'my name is rania' }, 422, 'password: must not hold the username'],
  [{ password: 'RANIA-FIRM.EXAMPLE' }, 422, 'password: must not hold the username'],
  [{ password: 'i trust aman alone' }, 422, "password: must not hold the product's name"],
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

test('a password made of the organization and the year is rejected', async () => {
  await using server = await createTestServer()
  const { token } = await signInAdmin(server)
  const organization_id = await makeOrganization(server, { name: 'Olive Branch' })
  const body = await makeForm(server, { organization_id, password: 'OliveBranch2026' })
  const answer = await server.post(savePath, { token, body })
  expect(answer).toMatchObject({ status: 422 })
  expect(answer.detail).toMatch('password: is too easy to guess')
})

test('a long sentence that happens to contain short names is a good password', {
  tags: ['R376'],
}, async () => {
  await using server = await createTestServer()
  const { token } = await signInAdmin(server)
  const body = await makeForm(server, { username: 'ali', password: 'shamans dance in finality' })
  expect((await server.post(savePath, { token, body })).status).toBe(200)
})

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
