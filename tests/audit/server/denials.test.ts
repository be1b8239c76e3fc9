import { expect, test } from 'vitest'
import { createDenialRecorder } from '../../../server/audit/denials.ts'
import { findSession } from '../../../server/sign-in/sessions/sessions.ts'
import { createTestServer } from '../../support/server/server.ts'
import { makeSession, makeUser } from '../../support/worlds/factories.ts'

const minuteMs = 60_000

/** A user whose calls are denied, and a recorder with a limited cache. */
async function createScene(remembered?: number) {
  const server = await createTestServer()
  const token = await makeSession(server, await makeUser(server))
  const session = await findSession(server.services, token)
  if (session === undefined) throw new Error('no user is signed in')
  const record = createDenialRecorder(server.services, remembered)
  const lines = server.database.selectFrom('audit').select('detail').orderBy('id')
  return {
    server,
    refuse: (call: string) => record({ ...session, address: '192.0.2.7' }, call),
    kept: async () => (await lines.execute()).map(({ detail }) => detail),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

test('a clock that is set back suppresses no denials', async () => {
  await using scene = await createScene()
  await scene.refuse('A')
  scene.server.clock.pass(-60 * minuteMs)
  await scene.refuse('A')
  expect(await scene.kept()).toHaveLength(2)
})
