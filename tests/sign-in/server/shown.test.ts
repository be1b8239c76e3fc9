import * as v from 'valibot'
import { expect, test } from 'vitest'
import { meEndpoint } from '../../../contract/account/me.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { makeOrganization, makeSession, makeUser } from '../../support/worlds/factories.ts'

const issuer = 'https://login.clinic.example'

/** A provider that an organization uses. */
async function makeProvider(server: TestServer, mode: 'optional' | 'only') {
  const organization_id = await makeOrganization(server)
  const at = server.clock().toISOString()
  await server.database
    .insertInto('identity_providers')
    .values({
      ...{ organization_id, mode, issuer, changed_at: at },
      ...{ client_id: 'aman', sealed_secret: 'sealed', break_glass_user_id: null },
    })
    .execute()
  return organization_id
}

test.each([
  ['optional', true, { is_single_sign_on: true }],
  ['only', true, { is_single_sign_on: true, only_single_sign_on: true }],
  ['optional', false, {}],
] as const)(
  'users see how their session began, with single sign-on %s (%s)',
  async (mode, isSingleSignOn, shown) => {
    await using server = await createTestServer()
    const user = await makeUser(server, { organizationId: await makeProvider(server, mode) })
    const token = await makeSession(server, user, { isSingleSignOn })
    const { body } = await server.get('/api/auth/me', { token })
    const { is_single_sign_on, only_single_sign_on } = v.parse(meEndpoint.output, body)
    expect({ is_single_sign_on, only_single_sign_on }).toEqual(shown)
  },
)

test('a super admin sees how many users are linked, and when the last of them signed in', async () => {
  await using server = await createTestServer()
  const organizationId = await makeProvider(server, 'optional')
  const token = await makeSession(server, await makeUser(server, { role: 'super_admin' }))
  const path = `/api/admin/organizations/${organizationId}/sign-in`
  const show = async () => (await server.get(path, { token })).body
  expect(await show()).toMatchObject({ linked_users: 0, last_used_at: null })
  const times = ['2026-03-01T09:30:00.000Z', '2026-03-02T09:30:00.000Z', null]
  for (const last_used_at of times) {
    const { id: user_id } = await makeUser(server, { organizationId })
    const link = { issuer, subject: user_id, created_at: server.clock().toISOString() }
    await server.database
      .insertInto('identity_links')
      .values({ user_id, ...link, last_used_at })
      .execute()
  }
  expect(await show()).toMatchObject({
    linked_users: 3,
    last_used_at: '2026-03-02T09:30:00.000Z',
  })
})
