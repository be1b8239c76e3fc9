import type { JsonSchema } from '@valibot/to-json-schema'
import type { Endpoint } from '../../contract/core/endpoint.ts'
import { examplesOf } from '../../contract/core/examples.ts'
import { localeParameter } from '../http/forwarded.ts'
import { idempotencyHeader, idempotencyKeyPattern } from '../http/idempotency-key.ts'
import type { DocumentedCall, Parameter } from './documented-call.ts'
import { inputSchema, nameSchema, outputSchema, type Schemas } from './schemas.ts'

const idempotencyParameter: Parameter = {
  name: idempotencyHeader,
  in: 'header',
  required: false,
  description:
    'Names the report. The same report with the same key gets the first answer for a day and is counted once; another report with it is rejected.',
  example: 'report-2025-03-01-0007',
  schema: { type: 'string', pattern: idempotencyKeyPattern },
}

const languageParameter: Parameter = {
  name: localeParameter,
  in: 'query',
  required: false,
  description:
    'The language of the sentences that Aman wrote: `en` or `ar`. Without it, and in any other language, they are in English. A sentence of a mail gateway stays as it is.',
  example: 'ar',
  schema: { type: 'string' },
}

/** The location of each input field: the path, the query or the body; each in one of them only. */
export function requestOf(
  endpoint: Endpoint,
  title: string,
  schemas: Schemas,
): Pick<DocumentedCall, 'parameters' | 'requestBody'> {
  const { method, path, input, mediaType } = endpoint
  const examples = examplesOf(endpoint)
  const ofCall = [
    ...(endpoint.takesLocale ? [languageParameter] : []),
    ...(endpoint.takesIdempotencyKey ? [idempotencyParameter] : []),
  ]
  if (input.type === 'undefined') return { parameters: ofCall }
  if (mediaType !== undefined) {
    return { parameters: ofCall, requestBody: bodyOf(mediaType, examples.input) }
  }
  const schema = inputSchema(input)
  const inPath = namesInPath(path)
  // Path and query parameters are described by the type that they are parsed to.
  const read = outputSchema(input).properties ?? {}
  const fields = Object.entries(schema.properties ?? {})
  const inAddress = fields.flatMap(([name, given]): Parameter[] => {
    if (method !== 'GET' && !inPath.has(name)) return []
    const field = read[name] ?? given
    if (typeof field !== 'object') return []
    const { description = '', examples: shown = [] } = field
    const required = inPath.has(name) || (schema.required?.includes(name) ?? false)
    const place = inPath.has(name) ? 'path' : 'query'
    return [{ name, in: place, required, description, example: shown[0], schema: field }]
  })
  const parameters = [...inAddress, ...ofCall]
  if (method === 'GET' || (fields.length > 0 && inAddress.length === fields.length)) {
    return { parameters }
  }
  const body = {
    schema: nameSchema(`${title}Input`, withoutFields(schema, inPath), schemas),
    example:
      typeof examples.input === 'object' && inPath.size > 0
        ? withoutNames({ ...examples.input }, inPath)
        : examples.input,
  }
  return { parameters, requestBody: { required: true, content: { 'application/json': body } } }
}

export function namesInPath(path: string): ReadonlySet<string> {
  return new Set([...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name))
}

/** The server refuses a field in the body that the path names already. */
function withoutFields(schema: JsonSchema, names: ReadonlySet<string>): JsonSchema {
  const { properties, required } = schema
  if (names.size === 0 || properties === undefined) return schema
  return {
    ...schema,
    properties: withoutNames(properties, names),
    ...(required === undefined ? {} : { required: required.filter((name) => !names.has(name)) }),
  }
}

function withoutNames<Value>(
  fields: Readonly<Record<string, Value>>,
  names: ReadonlySet<string>,
): Record<string, Value> {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.has(name)))
}

/** A body that is not JSON is any bytes; its example is text. */
function bodyOf(mediaType: string, example: unknown) {
  const shown = example instanceof Uint8Array ? new TextDecoder().decode(example) : example
  const schema: JsonSchema = {
    type: 'string',
    contentMediaType: mediaType,
    description: 'The body as it is',
    examples: [String(shown)],
  }
  return { required: true, content: { [mediaType]: { schema, example: shown } } }
}
