import type { JsonSchema } from '@valibot/to-json-schema'
import fc from 'fast-check'

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
export type Known = Readonly<Record<string, readonly unknown[]>>

/** The schemas that references name. */
type Named = Readonly<Record<string, JsonSchema>>

/** The source of the values, besides the schema. */
export interface Source {
  readonly known: Known
  readonly named: Named
}

/** Mostly what a schema allows or gives as an example, now and then anything at all. */
export function valuesOf(
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
