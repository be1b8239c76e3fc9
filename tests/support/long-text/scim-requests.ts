import { entraUser } from '../scim/scim.ts'
import { isRecord, type Way } from './fields.ts'
import type { LongRequest } from './requests.ts'
import { type KindOfText, kindsOfText, longText, sizeInAddress } from './texts.ts'

/** The user whom requests change; sending puts the id in its place. */
export const placeOfUser = ':scim-user'

const bodyBytes = 64_000
const filterBytes = 7000
const patchSchema = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'

/** An identity provider's requests, with each kind of long text in each of their texts. */
export function* longScimRequests(
  kinds: readonly KindOfText[] = kindsOfText,
): Generator<LongRequest> {
  for (const kind of kinds) {
    for (const way of textsOf(entraUser(), [])) {
      const body = filled(kind, (text) => withText(entraUser(), way, text))
      yield scim('POST', '/Users', `${way.join('.')}: ${kind}`, body)
      yield scim('PUT', `/Users/${placeOfUser}`, `${way.join('.')}: ${kind}`, body)
    }
    for (const [part, operation] of Object.entries(operations)) {
      const body = filled(kind, (text) => ({
        schemas: [patchSchema],
        Operations: [operation(text)],
      }))
      yield scim('PATCH', `/Users/${placeOfUser}`, `${part}: ${kind}`, body)
    }
    const text = longText(kind, filterBytes, sizeInAddress)
    for (const filter of [text, `userName eq ${JSON.stringify(text)}`]) {
      const path = `/Users?filter=${encodeURIComponent(filter).slice(0, filterBytes)}`
      yield scim('GET', path, `filter: ${kind}`)
    }
    yield scim('GET', `/Users/${encodeURIComponent(text)}`, `id: ${kind}`)
  }
}

const operations: Record<string, (text: string) => object> = {
  op: (text) => ({ op: text, path: 'displayName', value: 'Rania' }),
  path: (text) => ({ op: 'replace', path: text, value: 'Rania' }),
  'path with a filter': (text) => ({
    op: 'replace',
    path: `emails[type eq "${text}"].value`,
    value: 'rania@cedar.example',
  }),
  value: (text) => ({ op: 'replace', path: 'displayName', value: text }),
  'name of a value': (text) => ({ op: 'replace', value: { [text]: 'Rania' } }),
  'value without a path': (text) => ({ op: 'replace', value: { userName: text } }),
}

function scim(method: string, path: string, what: string, body?: string): LongRequest {
  return {
    name: `${method} /scim/v2${path.split('?')[0]?.slice(0, 20)}, ${what}`,
    method,
    path: `/scim/v2${path}`,
    access: 'provider',
    mediaType: 'application/scim+json',
    ...(body === undefined ? {} : { body }),
  }
}

function filled(kind: KindOfText, bodyWith: (text: string) => object): string {
  const room = bodyBytes - Buffer.byteLength(JSON.stringify(bodyWith('')))
  return JSON.stringify(bodyWith(longText(kind, room)))
}

function textsOf(value: unknown, way: Way): Way[] {
  if (typeof value === 'string') return [way]
  if (Array.isArray(value)) return value.slice(0, 1).flatMap((item) => textsOf(item, [...way, 0]))
  if (!isRecord(value)) return []
  return Object.entries(value).flatMap(([name, inner]) => textsOf(inner, [...way, name]))
}

function withText(value: unknown, [name, ...rest]: Way, text: string): object {
  const inner = (one: unknown) => (rest.length === 0 ? text : withText(one, rest, text))
  if (Array.isArray(value)) return value.map((one, place) => (place === name ? inner(one) : one))
  return isRecord(value) && name !== undefined ? { ...value, [name]: inner(value[name]) } : {}
}
