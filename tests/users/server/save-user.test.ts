import { expect, test } from 'vitest'
import { createTestServer } from '../../support/server/server.ts'
import { signInAdmin } from '../../support/worlds/admin.ts'
import { makeSession, makeUser } from '../../support/worlds/factories.ts'
import { findUser, makeForm, password, savePath, signIn } from '../../support/worlds/save-user.ts'

test('a super admin creates a user, who then signs in', { tags: ['R362'] }, async () => {
  await using server = await createTestServer()
  const { token } = await signInAdmin(server)
  const body = await makeForm(server)
  const answer = await server.post(savePath, { token, body })
  expect(answer.body).toEqual({ success: true, id: expect.any(String) })
  expect(await signIn(server, 'rania', password)).toBe(200)
  expect(await findUser(server, 'rania')).toMatchObject({
    email: 'rania@firm.example',
    full_name: 'Rania Haddad',
    role: 'employee',
    organization_id: body.organization_id,
    department: 'Payments',
    is_active: 1,
    consented_at: null,
  })
})

test('only a super admin may belong to no organization', async () => {
  await using server = await createTestServer()
  const { token } = await signInAdmin(server)
  const body = await makeForm(server, { role: 'super_admin', organization_id: null })
  expect((await server.post(savePath, { token, body })).status).toBe(200)
  const { id } = await findUser(server, 'rania')
  const next = 'another long sentence'
  const change = { ...body, id, password: next }
  expect((await server.post(savePath, { token, body: change })).status).toBe(200)
  expect(await signIn(server, 'rania', next)).toBe(200)
  const demotion = { ...change, role: 'team_lead' }
  expect(await server.post(savePath, { token, body: demotion })).toMatchObject({
    status: 422,
    detail: 'organization_id: is missing',
  })
})

test('an edit changes the user with the id, and a blank password keeps the current one', {
  tags: ['R362'],
}, async () => {
  await using server = await createTestServer()
  const { token } = await signInAdmin(server)
  const user = await makeUser(server, { username: 'before', password })
  const form = await makeForm(server, { id: user.id, username: 'after', role: 'team_lead' })
  const answer = await server.post(savePath, { token, body: { ...form, password: '' } })
  expect(answer.body).toEqual({ success: true, id: user.id })
  const changed = await findUser(server, 'after')
  expect(changed).toMatchObject({ id: user.id, role: 'team_lead', email: 'rania@firm.example' })
  expect(await signIn(server, 'after', password)).toBe(200)
  expect(await signIn(server, 'before', password)).toBe(401)
  const { password: _, ...without } = form
  expect((await server.post(savePath, { token, body: without })).status).toBe(200)
  expect(await signIn(server, 'after', password)).toBe(200)
  const next = 'another long sentence'
  expect((await server.post(savePath, { token, body: { ...form, password: next } })).status).toBe(
    200,
  )
  expect(await signIn(server, 'after', password)).toBe(401)
  expect(await signIn(server, 'after', next)).toBe(200)
})

test('a username or email that is taken is rejected by name and overwrites nothing', {
  tags: ['R363'],
}, async () => {
  await using server = await createTestServer()
  const { token } = await signInAdmin(server)
  const taken = await makeUser(server, { username: 'Rania', email: 'taken@firm.example' })
  const before = await findUser(server, 'Rania')
  const cases = [
    [{ username: 'RANIA' }, 'Another user already has the username RANIA'],
    [
      { email: 'taken@firm.example' },
      'Another user already has the username rania and the email address taken@firm.example',
    ],
  ] as const
  for (const [overrides, detail] of cases) {
    const answer = await server.post(savePath, { token, body: await makeForm(server, overrides) })
    expect(answer).toMatchObject({ status: 409, detail })
  }
  expect(await findUser(server, 'Rania')).toEqual(before)
  const own = await makeForm(server, { id: taken.id, username: 'rania', password: '' })
  expect((await server.post(savePath, { token, body: own })).status).toBe(200)
})

test.each([{ role: 'team_lead' }, { password: 'another long sentence' }, { is_active: false }])(
  'a change of %j signs the user out',
  async (change) => {
    await using server = await createTestServer()
    const { token } = await signInAdmin(server)
    const user = await makeUser(server)
    const theirs = await makeSession(server, user)
    const form = await makeForm(server, { id: user.id, password: '' })
    await server.post(savePath, { token, body: form })
    expect((await server.get('/api/auth/me', { token: theirs })).status).toBe(200)
    expect((await server.post(savePath, { token, body: { ...form, ...change } })).status).toBe(200)
    expect((await server.get('/api/auth/me', { token: theirs })).status).toBe(401)
    expect((await server.get('/api/auth/me', { token })).status).toBe(200)
  },
)

test('an edit without is_active keeps a user inactive, and one with it reactivates them', async () => {
  await using server = await createTestServer()
  const { token } = await signInAdmin(server)
  const user = await makeUser(server, { is_active: 0 })
  const form = await makeForm(server, { id: user.id })
  await server.post(savePath, { token, body: form })
  expect(await signIn(server, 'rania', password)).toBe(401)
  await server.post(savePath, { token, body: { ...form, is_active: true, password: '' } })
  expect(await signIn(server, 'rania', password)).toBe(200)
})

test('the last active super admin keeps the role', async () => {
  await using server = await createTestServer()
  const { admin, token } = await signInAdmin(server)
  await makeUser(server, { role: 'super_admin', is_active: 0 })
  const body = await makeForm(server, { id: admin.id, role: 'employee', password: '' })
  const answer = await server.post(savePath, { token, body })
  expect(answer.status).toBe(409)
  expect(answer.detail).toMatch('last active super admin')
  await makeUser(server, { role: 'super_admin' })
  expect((await server.post(savePath, { token, body })).status).toBe(200)
})
