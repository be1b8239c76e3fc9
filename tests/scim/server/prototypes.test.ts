import { expect, test } from 'vitest'
import { entraUser, makeProvider } from '../../support/scim/scim.ts'
import { attacksAt, ways } from '../../support/scim/scim-attacks.ts'
import { createTestServer } from '../../support/server/server.ts'
import { makeUser } from '../../support/worlds/factories.ts'
import { watchPrototypes } from '../../support/worlds/prototypes.ts'

test.each(ways)(
  'a value of %s whose keys lead to prototypes changes nothing that others use',
  async (way) => {
    await using server = await createTestServer()
    const entra = await makeProvider(server)
    const password = 'a long and calm river'
    const other = await makeUser(server, { password })
    const id = await entra.create(entraUser())
    const prototypes = watchPrototypes()
    const changed: string[] = []
    const statuses: number[] = []
    for (const { method, path, body } of attacksAt(way, id)) {
      const answering = entra.send(method, path, body)
      const answer = await answering.finally(() => changed.push(...prototypes.undoChanges()))
      statuses.push(answer.status)
    }
    expect(changed).toEqual([])
    expect(Math.max(...statuses)).toBeLessThan(500)
    const body = { username: other.username, password }
    expect((await server.post('/api/auth/login', { body })).status).toBe(200)
  },
)
