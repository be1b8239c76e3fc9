import fc from 'fast-check'
import { keyScopes } from '../../../contract/core/key-scope.ts'
import type { OpenApiDocument } from '../../../server/openapi/document.ts'
import type { DocumentedCall } from '../../../server/openapi/documented-call.ts'
import { anyText } from '../worlds/any-text.ts'
import { type Known, type Source, valuesOf } from './values.ts'

const callers = ['employee', 'team_lead', 'super_admin', ...keyScopes, 'anonymous', 'liar'] as const
export type Caller = (typeof callers)[number]

export interface FuzzedRequest {
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
