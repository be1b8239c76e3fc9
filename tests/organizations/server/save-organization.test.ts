import { expect, test } from 'vitest'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { makeSession, makeUser } from '../../support/worlds/factories.ts'

const path = '/api/admin/organizations/detailed'
const form = {
  name: ' Cedar Health ',
  industry: 'health_tech',
  contact_email: 'Office@Cedar.example',
  phone: '+962 6 555 0100',
  address: '',
  website: '',
  employee_count: 12,
}

async function signInAdmin(server: TestServer): Promise<string> {
  return makeSession(server, await makeUser(server, { role: 'super_admin' }))
}

function findOrganization({ database }: TestServer) {
  return database
    .selectFrom('organizations')
    .selectAll()
    .where('name', '=', 'Cedar Health')
    .executeTakeFirst()
}

test('a super admin creates an organization', { tags: ['R364'] }, async () => {
  await using server = await createTestServer()
  const token = await signInAdmin(server)
  const answer = await server.post(path, { token, body: form })
  expect(answer.body).toEqual({ success: true, id: expect.any(String) })
  expect(await findOrganization(server)).toMatchObject({
    ...form,
    name: 'Cedar Health',
    contact_email: 'office@cedar.example',
  })
})

test('a name that is taken is rejected in any case, and only one of many simultaneous requests succeeds', {
  tags: ['R364'],
}, async () => {
  await using server = await createTestServer()
  const token = await signInAdmin(server)
  const answers = await Promise.all(
    ['Cedar Health', 'CEDAR health', ' cedar health'].map((name) =>
      server.post(path, { token, body: { ...form, name } }),
    ),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  const last = await server.post(path, { token, body: form })
  expect(last.detail).toBe('There is an organization named Cedar Health already')
})

test.each([
  ['many', 0],
  [2.9, 2],
])('an employee count of %j is stored as %d', { tags: ['R278'] }, async (employee_count, kept) => {
  await using server = await createTestServer()
  const token = await signInAdmin(server)
  const answer = await server.post(path, { token, body: { ...form, employee_count } })
  expect(answer.status).toBe(200)
  expect((await findOrganization(server))?.employee_count).toBe(kept)
})

test.each([
  [{ name: '  ' }, 'name: must not be empty'],
  [{ employee_count: 10_000_001 }, 'employee_count: must be at most 10000000'],
])('an organization with %j is rejected', { tags: ['R376'] }, async (overrides, detail) => {
  await using server = await createTestServer()
  const token = await signInAdmin(server)
  const answer = await server.post(path, { token, body: { ...form, ...overrides } })
  expect(answer).toMatchObject({ status: 422, detail })
  expect(await findOrganization(server)).toBeUndefined()
})

test('an unknown industry is rejected', { tags: ['R277'] }, async () => {
  await using server = await createTestServer()
  const token = await signInAdmin(server)
  const answer = await server.post(path, { token, body: { ...form, industry: 'space' } })
  expect(answer.detail).toBe('industry: must be one of finance, health_tech, insurance, other')
})
