import { expect, test } from 'vitest'
import { entraUser, makeProvider } from '../../support/scim/scim.ts'
import { attacksAt, ways } from '../../support/scim/scim-attacks.ts'
import { createTestServer } from '../../support/server/server.ts'
import { makeUser } from '../../support/worlds/factories.ts'
import { watchPrototypes } from '../../support/worlds/prototypes.ts'

/** Keys that lead to objects, texts and functions. */
const keys = ['__proto__.bcc', 'constructor.prototype.toString', 'toString.__proto__.bcc']

test('a value whose keys lead to prototypes changes nothing that others use', async () => {
  await using server = await createTestServer()
  const entra = await makeProvider(server)
  const password = 'a long and calm river'
  const other = await makeUser(server, { password })
  const id = await entra.create(entraUser())
  const prototypes = watchPrototypes()
  const changed: string[] = []
  for (const { method, path, body } of ways.flatMap((way) => attacksAt(way, id, keys))) {
    const answering = entra.send(method, path, body)
    const { status } = await answering.finally(() => changed.push(...prototypes.undoChanges()))
    expect(status).toBeLessThan(500)
  }
  expect(changed).toEqual([])
  const body = { username: other.username, password }
  expect((await server.post('/api/auth/login', { body })).status).toBe(200)
})
