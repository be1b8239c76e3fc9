import { expect, test } from 'vitest'
import { makeUser } from '../../support/factories.ts'
import { watchPrototypes } from '../../support/prototypes.ts'
import { enterprise, entraUser, makeProvider } from '../../support/scim.ts'
import { createTestServer } from '../../support/server.ts'

const replace = (path: string, value: unknown) => ({ op: 'replace', path, value })

/** Keys that lead to what all objects, texts or functions inherit, by each way in. */
const keys = [
  '__proto__.bcc',
  '__proto__.toString',
  'constructor.prototype.bcc',
  'constructor.prototype.toString',
  'toString.__proto__.bcc',
  'toString.call',
]
const ways = [
  ...['displayName', 'externalId', 'active', 'userName', 'preferredLanguage', 'name.formatted'],
  ...['name', 'emails', 'emails[type eq "work"]', 'emails[type eq "work"].value', 'phoneNumbers'],
  ...['phoneNumbers[type eq "work"].value', 'emails.value', `${enterprise}:department`, enterprise],
]

/** Objects with keys of their own that a literal would not give them. */
const parsed = (key: string): unknown =>
  JSON.parse(`{${JSON.stringify(key)}: "attacker@outside.example"}`)
const nested = (key: string): unknown =>
  key.split('.').reduceRight<unknown>((inner, part) => {
    return JSON.parse(`{${JSON.stringify(part)}: ${JSON.stringify(inner)}}`)
  }, 'attacker@outside.example')

test.each(ways)(
  'a value of %s whose keys lead to prototypes changes nothing that others use',
  {
    tags: ['A1000'],
  },
  async (way) => {
    await using server = await createTestServer()
    const entra = await makeProvider(server)
    const password = 'a long and calm river'
    const other = await makeUser(server, { password })
    const id = await entra.create(entraUser())
    const prototypes = watchPrototypes()
    const changed: string[] = []
    const statuses: number[] = []
    for (const [key, value] of keys.flatMap(
      (key) =>
        [
          [key, parsed(key)],
          [key, nested(key)],
        ] as const,
    )) {
      const attempts: (() => Promise<{ readonly status: number }>)[] = [
        () => entra.patch(id, replace(way, { a: 1 }), replace(way, value)),
        () => entra.patch(id, replace(way, value)),
        () => entra.patch(id, { op: 'add', path: way, value: [value] }),
        () => entra.patch(id, { op: 'remove', path: way, value }),
        () => entra.patch(id, { op: 'replace', value: { [way]: value } }),
        () => entra.patch(id, { op: 'replace', value }),
        () => entra.patch(id, replace(`${way}.${key}`, 'attacker@outside.example')),
        () => entra.patch(id, replace(key, 'attacker@outside.example')),
        () => entra.send('PUT', `/Users/${id}`, entraUser({ [way]: value })),
        () => entra.send('POST', '/Users', entraUser({ [way]: value })),
      ]
      for (const attempt of attempts) {
        const answer = await attempt().finally(() => changed.push(...prototypes.undoChanges()))
        statuses.push(answer.status)
      }
    }
    expect(changed).toEqual([])
    expect(Math.max(...statuses)).toBeLessThan(500)
    const body = { username: other.username, password }
    expect((await server.post('/api/auth/login', { body })).status).toBe(200)
  },
)
