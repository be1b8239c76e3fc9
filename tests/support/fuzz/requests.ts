import type { JsonSchema } from '@valibot/to-json-schema'
import fc from 'fast-check'
import { keyScopes } from '../../../contract/core/key-scope.ts'
import type { OpenApiDocument } from '../../../server/openapi/document.ts'
import type { DocumentedCall } from '../../../server/openapi/documented-call.ts'
import { anyText } from '../worlds/any-text.ts'

/** Values that have broken servers before. */
const hostile: readonly unknown[] = [
  ...[null, true, 0, -1, 1.5, 1e308, Number.MAX_SAFE_INTEGER, '', ' ', '\u0000', '\ud800'],
  ...["'; drop table users; --", '" or 1=1 --', '%', '_', '../../etc/passwd', '{{7*7}}'],
  ...['<script>alert(1)</script>', 'a\r\nBcc: victim@example.test', 'x'.repeat(10_000)],
  ...[
    '\u202e\u0661\u0662',
    '👩‍👩‍👧‍👦',
    [],
    {},
    ['a'],
    { toString: 'a', constructor: {}, length: -1 },
  ],
]

/** Values of the data that the server holds, by the name of a field. */
type Known = Readonly<Record<string, readonly unknown[]>>

/** The schemas that references name. */
type Named = Readonly<Record<string, JsonSchema>>

/** The source of the values, besides the schema. */
interface Source {
  readonly known: Known
  readonly named: Named
}

/** Mostly what a schema allows or gives as an example, now and then anything at all. */
function valuesOf(
  schema: JsonSchema | boolean | undefined,
  source: Source,
  name = '',
): fc.Arbitrary<unknown> {
  const good = typeof schema === 'object' ? goodValues(schema, source, name) : fc.json()
  const examples = typeof schema === 'object' ? (schema.examples ?? []) : []
  const held = source.known[name] ?? []
  return fc.oneof(
    { weight: 12, arbitrary: good },
    { weight: examples.length > 0 ? 6 : 0, arbitrary: fc.constantFrom(null, ...examples) },
    { weight: held.length > 0 ? 12 : 0, arbitrary: fc.constantFrom(null, ...held) },
    { weight: 1, arbitrary: fc.constantFrom(...hostile) },
  )
}

function goodValues(schema: JsonSchema, source: Source, name: string): fc.Arbitrary<unknown> {
  if (schema.$ref !== undefined) {
    return valuesOf(source.named[schema.$ref.split('/').at(-1) ?? ''], source, name)
  }
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum !== undefined) return fc.constantFrom<unknown>(...schema.enum)
  if (schema.anyOf !== undefined) {
    return fc.oneof(...schema.anyOf.map((option) => valuesOf(option, source, name)))
  }
  switch (schema.type) {
    case 'string':
      return fc.string({
        unit: 'grapheme',
        minLength: schema.minLength ?? 0,
        maxLength: Math.min(40, schema.maxLength ?? 40),
      })
    case 'integer':
    case 'number':
      return fc.integer({ min: schema.minimum ?? -5, max: schema.maximum ?? 5000 })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array': {
      const items = Array.isArray(schema.items) ? schema.items[0] : schema.items
      return fc.array(valuesOf(items, source), { maxLength: 4 })
    }
    case 'object':
      return objects(schema, source)
    default:
      return fc.json()
  }
}

/** Required fields are missing now and then, and unknown ones come along. */
function objects(schema: JsonSchema, source: Source): fc.Arbitrary<unknown> {
  const fields = Object.entries(schema.properties ?? {})
  const model = Object.fromEntries(
    fields.map(([name, field]) => [name, valuesOf(field, source, name)]),
  )
  const whole = fc.record(model, { requiredKeys: schema.required ?? [] })
  return fc.oneof(
    { weight: 10, arbitrary: whole },
    { weight: 1, arbitrary: fc.record(model, { requiredKeys: [] }) },
    { weight: 1, arbitrary: whole.map((value) => ({ ...value, stranger: 1 })) },
    { weight: 1, arbitrary: whole.map((value) => ({ ...value, ['__proto__']: { role: 'x' } })) },
  )
}

const callers = ['employee', 'team_lead', 'super_admin', ...keyScopes, 'anonymous', 'liar'] as const
export type Caller = (typeof callers)[number]

interface FuzzedRequest {
  readonly call: DocumentedCall
  readonly method: string
  readonly path: string
  readonly caller: Caller
  readonly contentType: string
  readonly body: string | undefined
}

/** Requests over all calls of the document, each call as likely as any other. */
export function requestsOf(document: OpenApiDocument, known: Known): fc.Arbitrary<FuzzedRequest> {
  const source = { known, named: document.components.schemas }
  const each = Object.entries(document.paths).flatMap(([template, methods]) =>
    Object.entries(methods).map(([method, call]) => requestsTo(template, method, call, source)),
  )
  return fc.oneof(...each)
}

function requestsTo(
  template: string,
  method: string,
  call: DocumentedCall,
  source: Source,
): fc.Arbitrary<FuzzedRequest> {
  const parameters = call.parameters.map(({ name, schema, in: place, required }) => {
    const value = valuesOf(schema, source, name).map(asText)
    // Such parts of a path change which call is meant.
    const sent = place === 'path' ? value.filter((text) => !['', '.', '..'].includes(text)) : value
    return fc.record({
      place: fc.constant(place),
      name: fc.constant(name),
      value: required ? sent : fc.option(sent, { nil: undefined }),
    })
  })
  const request = {
    parameters: fc.tuple(...parameters),
    stranger: fc.integer({ min: 0, max: 19 }),
    caller: fc.oneof(
      { weight: 6, arbitrary: fc.constant(goodCaller(call)) },
      fc.constantFrom(...callers),
    ),
    contentType: mostly(
      fc.constant(Object.keys(call.requestBody?.content ?? {})[0] ?? 'application/json'),
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/json; charset=x',
    ),
    body: bodies(method, call, source),
  }
  return fc.record(request).map(({ parameters: given, stranger, ...rest }) => {
    const query = new URLSearchParams(stranger === 0 ? { stranger: '1' } : {})
    let path = `/api${template}`
    for (const { place, name, value = '' } of given) {
      if (place === 'path') path = path.replace(`{${name}}`, () => encodeURIComponent(value))
      else if (value !== '') query.append(name, value)
    }
    const search = query.size === 0 ? '' : `?${query}`
    return { ...rest, call, method: method.toUpperCase(), path: path + search }
  })
}

function mostly<Value>(arbitrary: fc.Arbitrary<Value>, ...others: Value[]): fc.Arbitrary<Value> {
  return fc.oneof({ weight: 12, arbitrary }, fc.constantFrom(...others))
}

function goodCaller({ security }: DocumentedCall): Caller {
  const [scheme, [scope] = []] = security.flatMap((entry) => Object.entries(entry))[0] ?? []
  if (scheme === 'gateway') return keyScopes.find((known) => known === scope) ?? 'anonymous'
  return scheme === 'user' ? 'super_admin' : 'anonymous'
}

function bodies(
  method: string,
  call: DocumentedCall,
  source: Source,
): fc.Arbitrary<string | undefined> {
  if (method === 'get') return fc.constant(undefined)
  const mail = call.requestBody?.content['message/rfc822']
  if (mail !== undefined) return mails(String(mail.example))
  const schema = call.requestBody?.content['application/json']?.schema
  const good: fc.Arbitrary<string | undefined> =
    schema === undefined
      ? fc.constantFrom(undefined, '{}')
      : valuesOf(schema, source).map((value) => JSON.stringify(value))
  const broken = ['{', '{"a":1}}', 'null', '[]', '""', '{"__proto__":{}}', ' '.repeat(1_000_001)]
  return fc.oneof({ weight: 12, arbitrary: good }, fc.constantFrom(...broken), fc.json())
}

/** Mails, parts of mails, and what is none. */
function mails(example: string): fc.Arbitrary<string | undefined> {
  const part = fc.nat({ max: example.length }).map((length) => example.slice(0, length))
  const longer = anyText({ maxLength: 200 }).map((text) => example + text)
  return fc.oneof(fc.constant(example), longer, part, fc.string(), fc.constantFrom('', undefined))
}

function asText(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return text.toWellFormed().slice(0, 2000)
}
