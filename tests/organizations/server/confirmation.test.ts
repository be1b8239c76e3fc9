import { expect, test } from 'vitest'
import { createTestServer } from '../../support/server/server.ts'
import { makeOrganization, makeSession, makeUser } from '../../support/worlds/factories.ts'

test('suspending and removing an organization need a recent proof of who the admin is', async () => {
  await using server = await createTestServer()
  const id = await makeOrganization(server)
  const admin = await makeUser(server, { role: 'super_admin' })
  const old = await makeSession(server, admin)
  server.clock.pass(10 * 60_000)
  const suspend = (token: string) =>
    server.post('/api/admin/organizations/status', { token, body: { id, is_suspended: true } })
  const remove = (token: string) => server.delete(`/api/admin/organizations/${id}`, { token })
  for (const refused of [await suspend(old), await remove(old)]) {
    expect([refused.status, refused.code]).toEqual([403, 'confirmation_required'])
  }
  const found = server.database.selectFrom('organizations').select('suspended_at')
  expect(await found.where('id', '=', id).execute()).toEqual([{ suspended_at: null }])
  const token = await makeSession(server, admin)
  expect((await suspend(token)).status).toBe(200)
  expect((await remove(token)).status).toBe(200)
})
