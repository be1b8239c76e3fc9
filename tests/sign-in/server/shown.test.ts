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
