import type { Endpoint } from '../../../contract/core/endpoint.ts'
import { examplesOf } from '../../../contract/core/examples.ts'
import { limits } from '../../../contract/core/limits.ts'
import { entraUser } from '../scim/scim.ts'
import { nameOf } from '../worlds/contract.ts'
import {
  fieldsOf,
  inputWith,
  isRecord,
  type KindOfText,
  listsOf,
  longText,
  sizeInAddress,
  valuesByName,
  type Way,
} from './texts.ts'

export interface LongRequest {
  /** What is long in it, for a report. */
  readonly name: string
  readonly method: string
  /** Below `/api`. */
  readonly path: string
  /** Who is allowed to make the call, as the contract says it, or an identity provider. */
  readonly access: Endpoint['access'] | 'provider'
  readonly mediaType: string
  readonly body?: string | Uint8Array<ArrayBuffer>
}

/** All header lines of a request together have 8,192 bytes. */
const headBytes = 7500

/** Room for the start and the end of any kind of text. */
const fewestBytes = 32

/** How many items a list has that shares the bytes of the body among them. */
const listLengths = [1, 100, 1000]

/**
 * Calls with long text in each of their fields, and as their body.
 * @param always the kinds of text that every field gets
 * @param inTurn further kinds, of which every field gets the next one
 */
export function* longRequests(
  calls: readonly Endpoint[],
  always: readonly KindOfText[],
  inTurn: readonly KindOfText[],
): Generator<LongRequest> {
  let position = 0
  for (const call of calls) {
    if (call.mediaType === undefined) {
      for (const way of fieldsOf(call.input)) {
        const next = inTurn[position % inTurn.length] ?? []
        for (const kind of always.concat(next)) yield* withLongField(call, way, kind)
        position += 1
      }
    }
    yield* withLongLists(call)
    yield* withWorstBodies(call)
  }
}

function* withLongField(call: Endpoint, way: Way, kind: KindOfText): Generator<LongRequest> {
  const known = valuesByName(examplesOf(call).input)
  const inPath = namesInPath(call)
  const name = String(way[0])
  const what = `${nameOf(call)}, ${way.join('.')}: ${kind}`
  if (inPath.has(name) || call.method === 'GET') {
    const text = longText(kind, headBytes, sizeInAddress)
    const query = inPath.has(name) ? '' : `?${name}=${encodeURIComponent(text)}`
    yield requestOf(call, what, pathOf(call, known, { [name]: text }) + query)
    return
  }
  for (const length of way.includes(0) ? listLengths : [1]) {
    const bodyWith = (text: string) => {
      const input = inputWith(call.input, known, way, text)
      return bodyOf(repeated(input, way, length), inPath)
    }
    const bytes = Math.floor((bytesOf(call) - Buffer.byteLength(bodyWith(''))) / length)
    if (bytes < fewestBytes) continue
    const body = bodyWith(longText(kind, bytes))
    yield requestOf(call, `${what} in ${length}`, pathOf(call, known), body)
  }
}

function namesInPath(endpoint: Endpoint): ReadonlySet<string> {
  return new Set([...endpoint.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name))
}

function pathOf(
  endpoint: Endpoint,
  known: ReadonlyMap<string, unknown>,
  own: Record<string, string> = {},
) {
  return endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(own[name] ?? String(known.get(name) ?? '7')),
  )
}

function requestOf(
  endpoint: Endpoint,
  name: string,
  path: string,
  body?: LongRequest['body'],
): LongRequest {
  const { method, access, mediaType = 'application/json' } = endpoint
  return { name, method, path, access, mediaType, ...(body === undefined ? {} : { body }) }
}

function bytesOf(endpoint: Endpoint): number {
  return endpoint.bodyLimitBytes ?? limits.bodyBytes
}

/** The first list on the way with its item so many times. */
function repeated(input: unknown, way: Way, length: number): unknown {
  const [name, ...rest] = way
  if (name === undefined) return input
  if (name === 0) {
    const [item] = Array.isArray(input) ? input : []
    return new Array<unknown>(length).fill(item)
  }
  return isRecord(input) ? { ...input, [name]: repeated(input[name], rest, length) } : input
}

/** The fields that the path does not name. */
function bodyOf(input: unknown, inPath: ReadonlySet<string>): string {
  const fields = isRecord(input) ? Object.entries(input) : []
  return JSON.stringify(Object.fromEntries(fields.filter(([name]) => !inPath.has(name))))
}

/** What a list has very many of. */
const smallItems = ['', 0, null, [], {}]

function* withLongLists(call: Endpoint): Generator<LongRequest> {
  if (call.method === 'GET') return
  const known = valuesByName(examplesOf(call).input)
  for (const way of listsOf(call.input)) {
    for (const item of smallItems) {
      const bodyWith = (list: unknown[]) =>
        bodyOf(inputWith(call.input, known, way, list), namesInPath(call))
      const room = bytesOf(call) - Buffer.byteLength(bodyWith([]))
      const count = Math.floor(room / (JSON.stringify(item).length + 1))
      const body = bodyWith(new Array<unknown>(count).fill(item))
      const name = `${nameOf(call)}, ${way.join('.')}: many ${JSON.stringify(item)}`
      yield requestOf(call, name, pathOf(call, known), body)
    }
  }
}

function* withWorstBodies(call: Endpoint): Generator<LongRequest> {
  if (call.method === 'GET') return
  const path = pathOf(call, valuesByName(examplesOf(call).input))
  const name = nameOf(call)
  for (const [what, body] of worstBodies(bytesOf(call))) {
    yield requestOf(
      call,
      `${name}, ${what}`,
      path,
      call.mediaType === undefined ? body : new TextEncoder().encode(body),
    )
  }
}

/** Bodies that are slow to read, whatever the call expects. */
function worstBodies(bytes: number): [string, string][] {
  const filled = (start: string, unit: string, end: string) =>
    start + unit.repeat(Math.floor((bytes - start.length - end.length) / unit.length)) + end
  const half = Math.floor(bytes / 2)
  const sixth = Math.floor(bytes / 6)
  const numbered = Array.from({ length: Math.floor(bytes / 12) }, (_, index) => `"${index}":1`)
  return [
    ['open lists', '['.repeat(bytes)],
    ['nested lists', '['.repeat(half) + ']'.repeat(half)],
    ['nested objects', `${'{"a":'.repeat(sixth)}1${'}'.repeat(sixth)}`],
    ['a list of lists', filled('[', '[],', '[]]')],
    ['a list of objects', filled('[', '{},', '{}]')],
    ['many fields', `{${numbered.join()}}`],
    ['the same field', filled('{', '"__proto__":1,', '"a":1}')],
    ['spaces', ' '.repeat(bytes)],
    ['a long name', filled('{"', 'a.', '":1}')],
    ['a long number', '1'.repeat(bytes)],
    ['a text', filled('"', '\\u0301', '"')],
    ['header lines', filled('', 'a:b\r\n', '\r\n')],
    ['one header line', filled('From: ', '<(', '\r\n\r\n')],
    ['encoded words', filled('Subject: ', '=?utf-8?q?=', '\r\n\r\n')],
  ]
}

/** The user whom requests change; sending puts the id in its place. */
export const placeOfUser = ':scim-user'

const bodyBytes = 64_000
const filterBytes = 7000
const patchSchema = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'

/** An identity provider's requests, with each kind of long text in each of their texts. */
export function* longScimRequests(kinds: readonly KindOfText[]): Generator<LongRequest> {
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
