import { expect, test } from 'vitest'
import { insertFactor } from '../../../server/sign-in/factors/factors.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { signInAdmin } from '../../support/worlds/admin.ts'
import { makeAlias, makeOrganization, makeUser } from '../../support/worlds/factories.ts'

async function setScene(server: TestServer) {
  const { token } = await signInAdmin(server)
  const organizationId = await makeOrganization(server, { name: 'Cedar, Clinic' })
  const rania = await makeUser(server, {
    ...{ organizationId, username: 'rania', email: 'rania@cedar.example' },
    ...{ full_name: 'رانيا خوري', department: '=HYPERLINK("x")', phone: '+962 6' },
  })
  await makeAlias(server, rania, 'accounts@cedar.example')
  const omar = { username: 'omar', email: 'omar@cedar.example', full_name: 'Omar' }
  await makeUser(server, { ...omar, organizationId, is_active: 0 })
  const send = (filter: object) => server.post('/api/admin/users/export', { token, body: filter })
  return { token, organizationId, send }
}

test('the users that a filter finds are a CSV file without formulas', async () => {
  await using server = await createTestServer()
  const { organizationId, send } = await setScene(server)
  const answer = await send({ organization_id: organizationId, q: 'cedar' })
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  const head = 'username,email,full_name,role,organization,department,phone,status,aliases'
  const first = `rania,rania@cedar.example,رانيا خوري,employee,"Cedar, Clinic","'=HYPERLINK(""x"")",'+962 6,active,accounts@cedar.example`
  const second = 'omar,omar@cedar.example,Omar,employee,"Cedar, Clinic",,,inactive,'
  // The text of a response has no byte order mark.
  expect(answer.text).toBe(`${[head, first, second].join('\r\n')}\r\n`)
  const searched = await send({ organization_id: organizationId, q: 'omar' })
  expect(searched.text).toBe(`${[head, second].join('\r\n')}\r\n`)
  const inactive = await send({ status: 'inactive' })
  expect(inactive.text).toBe(`${[head, second].join('\r\n')}\r\n`)
  const acts = server.database.selectFrom('audit').select('action')
  expect((await acts.execute()).map(({ action }) => action)).toEqual(Array(3).fill('users-export'))
})

test('the file holds those who were invited and have not come, or who lack a second factor', async () => {
  await using server = await createTestServer()
  const { organizationId, send } = await setScene(server)
  const invited = { organizationId, invitation_expires_at: '2099-01-01T00:00:00.000Z' }
  await makeUser(server, { ...invited, username: 'sami' })
  await makeUser(server, { ...invited, username: 'nour', is_active: 0 })
  const come = { ...invited, password: 'a good passphrase' }
  await makeUser(server, { ...come, username: 'huda' })
  await makeUser(server, { ...come, username: 'zaid', is_active: 0 })
  const lina = await makeUser(server, { ...come, username: 'lina' })
  await insertFactor(server, { user_id: lina.id, kind: 'passkey', name: 'Phone' })
  const usernames = async (need: string) => {
    const { text } = await send({ organization_id: organizationId, need })
    const [, ...lines] = text.trimEnd().split('\r\n')
    return lines.map((line) => line.split(',')[0])
  }
  expect(await usernames('invitation')).toEqual(['sami'])
  expect(await usernames('factor')).toEqual(['huda'])
})

test('the file begins with a byte order mark, so that Excel reads Arabic', async () => {
  await using server = await createTestServer()
  const { token } = await setScene(server)
  const answer = await server.app.request('/api/admin/users/export', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: '{}',
  })
  const bytes = new Uint8Array(await answer.arrayBuffer())
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
})
