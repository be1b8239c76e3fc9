import { expect, test } from 'vitest'
import { listUsersEndpoint } from '../../../contract/users/list-users.ts'
import { saveUserEndpoint } from '../../../contract/users/save-user.ts'
import { exportUser } from '../../../server/account/export-user.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { signInAdmin } from '../../support/worlds/admin.ts'
import { makeForm, savePath } from '../../support/worlds/save-user.ts'

async function setUp(server: TestServer) {
  const { token } = await signInAdmin(server)
  const form = await makeForm(server)
  const save = (fields: object) => server.post(savePath, { token, body: { ...form, ...fields } })
  const create = async (fields: object) => {
    const answer = await save(fields)
    expect(answer.status, answer.text).toBe(200)
    return String(answer.output(saveUserEndpoint).id)
  }
  const list = async (query = '') => {
    const answer = await server.get(`/api/admin/users${query}`, { token })
    return answer.output(listUsersEndpoint)
  }
  const aliasesOf = async (id: string) => (await list()).find((user) => user.id === id)?.aliases
  return { token, save, create, list, aliasesOf }
}

test('an admin gives a user aliases, which the list of users shows in canonical form', async () => {
  await using server = await createTestServer()
  const { create, save, aliasesOf, list } = await setUp(server)
  const aliases = ['Sales@Firm.example', 'accounts@مثال.example', 'sales@firm.example']
  const id = await create({ aliases: [...aliases, 'RANIA@firm.example'] })
  const shown = ['accounts@xn--mgbh0fb.example', 'sales@firm.example']
  expect(await aliasesOf(id)).toEqual(shown)
  const paged = await list('?limit=5')
  expect(paged.map((user) => user.aliases)).toEqual([[], shown])
  // A client that does not know aliases keeps them.
  expect((await save({ id, password: '' })).status).toBe(200)
  expect(await aliasesOf(id)).toEqual(shown)
  expect((await save({ id, password: '', aliases: [] })).status).toBe(200)
  expect(await aliasesOf(id)).toEqual([])
})

test('no two users share an address, and the answer names the field', async () => {
  await using server = await createTestServer()
  const { create, save, list } = await setUp(server)
  await create({ aliases: ['sales@firm.example'] })
  const before = await list()
  const other = { username: 'omar', email: 'omar@firm.example' }
  const taken = { status: 409, code: 'taken' }
  expect(await save({ ...other, email: 'Sales@firm.example' })).toMatchObject({
    ...taken,
    params: { email: 'sales@firm.example' },
    fields: [{ field: 'email', code: 'taken' }],
  })
  const aliases = ['free@firm.example', 'RANIA@firm.example', 'sales@firm.example']
  expect(await save({ ...other, aliases })).toMatchObject({
    ...taken,
    params: { aliases: ['rania@firm.example', 'sales@firm.example'] },
    fields: [{ field: 'aliases', code: 'taken' }],
    detail:
      'Another user already has the address rania@firm.example and the address sales@firm.example',
  })
  expect(await list()).toEqual(before)
})

test('a search among users finds aliases, until they are taken away', async () => {
  await using server = await createTestServer()
  const { create, save, list } = await setUp(server)
  const id = await create({ aliases: ['Purchasing@firm.example'] })
  const found = async () => (await list('?q=purchasing')).map((user) => user.id)
  expect(await found()).toEqual([id])
  expect((await save({ id, password: '', phone: '1' })).status).toBe(200)
  expect(await found()).toEqual([id])
  expect((await save({ id, password: '', aliases: [] })).status).toBe(200)
  expect(await found()).toEqual([])
})

test("a user's export has the aliases, a removal deletes them, and the audit trail names none", async () => {
  await using server = await createTestServer()
  const { token, create, save } = await setUp(server)
  const aliases = ['sales@firm.example']
  const id = await create({ aliases: ['old@firm.example'] })
  expect((await save({ id, password: '', aliases })).status).toBe(200)
  expect(await exportUser(server, 'rania')).toMatchObject({ user: { id, aliases } })
  const audit = await server.database.selectFrom('audit').select('detail').execute()
  expect(audit.map(({ detail }) => detail)).toContain('aliases')
  expect(JSON.stringify(audit)).not.toContain('@')
  expect((await server.delete(`/api/admin/users/${id}`, { token })).status).toBe(200)
  expect(await server.database.selectFrom('user_aliases').selectAll().execute()).toEqual([])
  await create({ username: 'heir', email: 'sales@firm.example' })
})
