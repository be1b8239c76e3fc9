import { test as base } from 'vitest'
import { makeUser } from '../worlds/factories.ts'
import { createTestServer, type TestServer } from './server.ts'

interface Fixtures {
  readonly server: TestServer
  /** An employee of an organization of their own. */
  readonly user: Awaited<ReturnType<typeof makeUser>>
}

/** A test that is given a server of its own, and a user, where it names them. */
export const test = base.extend<Fixtures>({
  server: async ({ task: _ }, use) => {
    await using server = await createTestServer()
    await use(server)
  },
  user: async ({ server }, use) => use(await makeUser(server)),
})
