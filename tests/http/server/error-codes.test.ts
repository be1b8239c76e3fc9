import { expect, test } from 'vitest'
import { createTestServer } from '../../support/server/server.ts'
import {
  makeGatewayKey,
  makeOrganization,
  makeScan,
  makeSession,
  makeUser,
} from '../../support/worlds/factories.ts'

test('an error has a code with params beside its sentence', async () => {
  await using server = await createTestServer()
  const token = await makeSession(server, await makeUser(server))
  const body = { flag_type: 'red', value: 'bad.example' }
  await server.post('/api/flags/add', { token, body })
  const again = await server.post('/api/flags/add', { token, body })
  const sentence = 'bad.example has a red flag already. Remove that one first to change it.'
  const params = { value: 'bad.example', flag_type: 'red' }
  expect(again.body).toEqual({
    success: false,
    ...{ detail: sentence, error: sentence, message: sentence },
    ...{ code: 'flag_exists', params },
    fields: [{ field: 'value', code: 'flag_exists', params }],
  })
})

test('invalid input names every field that is wrong, and how', async () => {
  await using server = await createTestServer()
  const token = await makeSession(server, await makeUser(server, { role: 'super_admin' }))
  const body = {
    name: 'x'.repeat(121),
    industry: 'farming',
    contact_email: 'nowhere',
    employee_count: 10_000_001,
    // One error for each field, the first that is found.
    phone: `${'1'.repeat(99)}\n${'1'.repeat(99)}`,
    founded: 1950,
  }
  const answer = await server.post('/api/admin/organizations/detailed', { token, body })
  expect(answer).toMatchObject({ status: 422, code: 'invalid_input', params: {} })
  expect(answer.detail).toBe('name: must not be longer than 120')
  expect(answer.fields).toEqual([
    { field: 'name', code: 'too_long', params: { max: 120 } },
    {
      field: 'industry',
      code: 'not_one_of',
      params: { allowed: ['finance', 'health_tech', 'insurance', 'other'] },
    },
    { field: 'contact_email', code: 'not_an_email', params: {} },
    { field: 'phone', code: 'not_one_line', params: {} },
    { field: 'employee_count', code: 'too_high', params: { max: 10_000_000 } },
    { field: 'founded', code: 'unknown', params: {} },
  ])
})

test('of two names that are taken both fields are named', async () => {
  await using server = await createTestServer()
  const organization_id = await makeOrganization(server)
  await makeUser(server, { username: 'rania', email: 'rania@clinic.example' })
  const token = await makeSession(server, await makeUser(server, { role: 'super_admin' }))
  const body = {
    ...{ username: 'rania', email: 'rania@clinic.example', full_name: 'Rania' },
    ...{ role: 'employee', organization_id, password: 'violet kettle drum' },
  }
  const answer = await server.post('/api/admin/users/detailed', { token, body })
  expect(answer).toMatchObject({ status: 409, code: 'taken' })
  expect(answer.fields.map(({ field }) => field)).toEqual(['username', 'email'])
})

test('an invalid item of a list is named by its place', async () => {
  await using server = await createTestServer()
  const user = await makeUser(server)
  const token = await makeGatewayKey(server, user.organizationId)
  const body = makeScan({ recipient: user.email, indicators: ['Urgent wording', ''] })
  const answer = await server.post('/api/scans', { token, body })
  expect(answer.fields).toEqual([{ field: 'indicators[1]', code: 'empty', params: {} }])
})
