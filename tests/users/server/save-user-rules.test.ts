import { expect, test } from 'vitest'
import { createTestServer } from '../../support/server/server.ts'
import { signInAdmin } from '../../support/worlds/admin.ts'
import { makeForm, savePath } from '../../support/worlds/save-user.ts'

test.each([
  [{ organization_id: 'unknown' }, 422, 'organization_id: there is no such organization'],
  [{ organization_id: '' }, 422, 'organization_id: there is no such organization'],
  [{ organization_id: undefined }, 422, 'organization_id: is missing'],
  [{ id: 'unknown' }, 404, 'There is no such user'],
  [
    { password: 'Password1234!' },
    422,
    'password: is too easy to guess. This is similar to a commonly used password. Use several unrelated words, or let a password manager make one.',
  ],
  [{ password: 'my name is rania' }, 422, 'password: must not hold the username'],
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
