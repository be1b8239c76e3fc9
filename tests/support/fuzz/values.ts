import type { JsonSchema } from '@valibot/to-json-schema'
import fc from 'fast-check'

/** What has broken servers before. */
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

const plausible = [
  'someone@firm.example',
  'Firm.Example',
  '2025-03-01T10:00:00Z',
  'violet kettle drum',
] as const

/** Values of the data that the server holds, by the name of a field. */
export type Known = Readonly<Record<string, readonly unknown[]>>

/** Mostly what a schema allows, now and then anything at all. */
export function valuesOf(
  schema: JsonSchema | boolean | undefined,
  known: Known,
  name = '',
): fc.Arbitrary<unknown> {
  const good = typeof schema === 'object' ? goodValues(schema, known, name) : fc.json()
  const held = known[name] ?? []
  return fc.oneof(
    { weight: 12, arbitrary: good },
    { weight: held.length > 0 ? 12 : 0, arbitrary: fc.constantFrom(null, ...held) },
    { weight: 1, arbitrary: fc.constantFrom(...hostile) },
  )
}

function goodValues(schema: JsonSchema, known: Known, name: string): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum !== undefined) return fc.constantFrom<unknown>(...schema.enum)
  if (schema.anyOf !== undefined) {
    return fc.oneof(...schema.anyOf.map((option) => valuesOf(option, known, name)))
  }
  switch (schema.type) {
    case 'string':
      return fc.oneof(
        fc.string({ unit: 'grapheme', minLength: schema.minLength ?? 0, maxLength: 40 }),
        fc.constantFrom(...plausible),
      )
    case 'integer':
    case 'number':
      return fc.integer({ min: schema.minimum ?? -5, max: schema.maximum ?? 5000 })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array': {
      const items = Array.isArray(schema.items) ? schema.items[0] : schema.items
      return fc.array(valuesOf(items, known), { maxLength: 4 })
    }
    case 'object':
      return objects(schema, known)
    default:
      return fc.json()
  }
}

/** Required fields are missing now and then, and unknown ones come along. */
function objects(schema: JsonSchema, known: Known): fc.Arbitrary<unknown> {
  const fields = Object.entries(schema.properties ?? {})
  const model = Object.fromEntries(
    fields.map(([name, field]) => [name, valuesOf(field, known, name)]),
  )
  const whole = fc.record(model, { requiredKeys: schema.required ?? [] })
  return fc.oneof(
    { weight: 10, arbitrary: whole },
    { weight: 1, arbitrary: fc.record(model, { requiredKeys: [] }) },
    { weight: 1, arbitrary: whole.map((value) => ({ ...value, stranger: 1 })) },
    { weight: 1, arbitrary: whole.map((value) => ({ ...value, ['__proto__']: { role: 'x' } })) },
  )
}
