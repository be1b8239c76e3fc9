import { expect, test } from 'vitest'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { signInAdmin } from '../../support/worlds/admin.ts'
import {
  makeGatewayKey,
  makeOrganization,
  makeScan,
  makeUser,
} from '../../support/worlds/factories.ts'

const path = '/api/admin/organizations/detailed'
const form = {
  name: 'Cedar Health',
  industry: 'health_tech',
  contact_email: 'office@cedar.example',
  phone: '+962 6 555 0100',
  address: '12 Rainbow Street, Amman',
  website: 'https://cedar.example',
  employee_count: 12,
}

function findOrganization({ database }: TestServer, id: string) {
  return database.selectFrom('organizations').selectAll().where('id', '=', id).executeTakeFirst()
}

test('a super admin changes an organization, and searches find its new name', async () => {
  await using server = await createTestServer()
  const { token } = await signInAdmin(server)
  const id = await makeOrganization(server, { name: 'Before' })
  const answer = await server.post(path, { token, body: { ...form, id } })
  expect(answer.body).toEqual({ success: true, id })
  expect(await findOrganization(server, id)).toMatchObject({ ...form, name_key: 'cedar health' })
  const found = await server.get('/api/admin/organizations?q=cedar', { token })
  expect(found.body).toMatchObject([{ id, name: 'Cedar Health' }])
  expect((await server.get('/api/admin/organizations?q=before', { token })).body).toEqual([])
  const acts = server.database.selectFrom('audit').select(['action', 'target_id'])
  expect(await acts.execute()).toEqual([{ action: 'organization-change', target_id: id }])
})

test('an organization keeps its own name, takes no other one, and an unknown one is an error', async () => {
  await using server = await createTestServer()
  const { token } = await signInAdmin(server)
  const id = await makeOrganization(server, { name: 'Cedar Health' })
  await makeOrganization(server, { name: 'Olive' })
  const send = (body: object) => server.post(path, { token, body: { ...form, ...body } })
  expect((await send({ id, name: 'CEDAR Health' })).status).toBe(200)
  expect(await send({ id, name: 'OLIVE' })).toMatchObject({
    status: 409,
    code: 'organization_name_taken',
    fields: [{ field: 'name' }],
  })
  expect(await send({ id: 'unknown' })).toMatchObject({ status: 404, code: 'unknown_organization' })
  expect((await findOrganization(server, id))?.name).toBe('CEDAR Health')
})

test('an empty organization is removed with its gateway keys', async () => {
  await using server = await createTestServer()
  const { token } = await signInAdmin(server)
  const id = await makeOrganization(server)
  const key = await makeGatewayKey(server, id)
  const unknown = makeScan({ recipient: 'unknown@cedar.example' })
  expect((await server.post('/api/scans', { token: key, body: unknown })).status).toBe(404)
  const answer = await server.delete(`/api/admin/organizations/${id}`, { token })
  expect(answer.body).toEqual({ success: true })
  expect(await findOrganization(server, id)).toBeUndefined()
  expect((await server.post('/api/scans', { token: key, body: unknown })).status).toBe(401)
  const again = await server.delete(`/api/admin/organizations/${id}`, { token })
  expect(again).toMatchObject({ status: 404, code: 'unknown_organization' })
  const acts = server.database.selectFrom('audit').select(['action', 'target_id'])
  expect(await acts.where('target_id', '=', id).execute()).toEqual([
    { action: 'organization-remove', target_id: id },
  ])
})

test('an organization with users or bills stays', async () => {
  await using server = await createTestServer()
  const { token } = await signInAdmin(server)
  const user = await makeUser(server)
  const id = user.organizationId
  const remove = () => server.delete(`/api/admin/organizations/${id}`, { token })
  expect(await remove()).toMatchObject({
    status: 409,
    code: 'organization_not_empty',
    params: { users: 1, is_billed: false },
    detail:
      'This organization has users (1). Only an empty one can be removed; suspend it instead.',
  })
  const key = await makeGatewayKey(server, id)
  await server.post('/api/scans', { token: key, body: makeScan({ recipient: user.email }) })
  await server.delete(`/api/admin/users/${user.id}`, { token })
  expect(await remove()).toMatchObject({ status: 409, params: { users: 0, is_billed: true } })
  expect(await findOrganization(server, id)).toBeDefined()
})
