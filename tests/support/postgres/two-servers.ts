import { createApp } from '../../../server/app.ts'
import { openDatabase } from '../../../server/database/opening/open.ts'
import { owning } from '../owning.ts'
import { type CallOptions, request } from '../server/request.ts'
import { createTestServer, type TestServer } from '../server/server.ts'
import { createTestDatabase } from '../server/test-database.ts'

/*
 * Two servers on one PostgreSQL, each with connections of its own, and one clock.
 */

interface Servers extends AsyncDisposable {
  readonly one: TestServer
  readonly other: TestServer
  /** Every call goes to the server whose turn it is. */
  call(method: string, path: string, options?: CallOptions): ReturnType<typeof request>
}

export async function createServers(
  options: Pick<NonNullable<Parameters<typeof createTestServer>[0]>, 'limits'> = {},
): Promise<Servers> {
  await using cleanUp = new AsyncDisposableStack()
  const { address } = cleanUp.use(await createTestDatabase())
  const one = cleanUp.use(await createTestServer({ ...options, address }))
  const database = await openDatabase(address)
  cleanUp.defer(() => database.destroy())
  const services = { ...one.services, database }
  const app = createApp(services)
  const other: TestServer = {
    ...one,
    app,
    services,
    database,
    get: (path, options) => request(app, 'GET', path, options),
    post: (path, options) => request(app, 'POST', path, options),
    delete: (path, options) => request(app, 'DELETE', path, options),
  }
  let calls = 0
  const call: Servers['call'] = (method, path, options) => {
    calls += 1
    return request(calls % 2 === 0 ? one.app : other.app, method, path, options)
  }
  return owning(cleanUp, { one, other, call })
}
