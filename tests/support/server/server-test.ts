import { test as base } from 'vitest'
import { type MadeUser, makeSession, makeUser } from '../worlds/factories.ts'
import { createTestServer, type TestServer } from './server.ts'

interface Fixtures {
  readonly server: TestServer
  /** An employee of an organization of their own. */
  readonly user: MadeUser
  readonly userToken: string
  /** A super admin. */
  readonly admin: MadeUser
  readonly adminToken: string
}

/** A test that is given a server of its own, and users with their sessions, where it names them. */
export const test = base.extend<Fixtures>({
  server: async ({ task: _ }, use) => {
    await using server = await createTestServer()
    await use(server)
  },
  user: async ({ server }, use) => use(await makeUser(server)),
  userToken: async ({ server, user }, use) => use(await makeSession(server, user)),
  admin: async ({ server }, use) => use(await makeUser(server, { role: 'super_admin' })),
  adminToken: async ({ server, admin }, use) => use(await makeSession(server, admin)),
})
