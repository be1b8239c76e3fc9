import { expect, test } from 'vitest'
import { addFlagEndpoint } from '../../../contract/flags/add-flag.ts'
import { listFlagsEndpoint } from '../../../contract/flags/list-flags.ts'
import { setFlagsEndpoint } from '../../../contract/flags/set-flags.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { makeSession, makeUser } from '../../support/worlds/factories.ts'

async function signedIn(server: TestServer) {
  const token = await makeSession(server, await makeUser(server))
  const add = (value: string, flag_type = 'red') =>
    server.post('/api/flags/add', { token, body: { flag_type, value } })
  return { token, add }
}

test.each(['co.uk', 'CO.UK.', '公司.cn'])(
  'the suffix %s of a registry is no flag',
  async (value) => {
    await using server = await createTestServer()
    const { token, add } = await signedIn(server)
    for (const flag_type of ['red', 'green']) {
      const answer = await add(value, flag_type)
      expect(answer, flag_type).toMatchObject({ status: 422, code: 'registry_suffix' })
    }
    const body = { flags: [{ line: 1, flag_type: 'red', value }] }
    const set = await server.post('/api/flags/set', { token, body })
    expect(set.output(setFlagsEndpoint).rows).toMatchObject([
      { outcome: 'invalid', problem: { code: 'registry_suffix' } },
    ])
  },
)

test.each([
  ['github.io', 'github.io'],
  ['evil.co.uk', 'evil.co.uk'],
  ['www.evil.example', 'evil.example'],
  ['www.evil.co.uk', 'evil.co.uk'],
  // Anyone may have a name there, and 'www' is one.
  ['www.co.uk', 'www.co.uk'],
  ['www.github.io', 'www.github.io'],
])('a flag on %s is for %s, and the answer says so', async (typed, value) => {
  await using server = await createTestServer()
  const { token, add } = await signedIn(server)
  const answer = (await add(typed)).output(addFlagEndpoint)
  expect(answer.value).toBe(value === typed ? undefined : value)
  const list = await server.get('/api/flags/list', { token })
  expect(list.output(listFlagsEndpoint).flags).toMatchObject([{ value }])
})
