import type * as v from 'valibot'

type AnySchema = v.GenericSchema<unknown, unknown>

/** A format of JSON Schema that the example does not show by itself; null for none. */
type Format = 'email' | 'uri' | null

interface Said {
  readonly words: string
  readonly example: unknown
  readonly format: Format | undefined
  /** The schema itself, which the OpenAPI document may know by a name. */
  readonly schema: object
}

const said = new WeakMap<object, Said>()

/**
 * A field with its meaning, for the OpenAPI document. Scripts of the site have the schema alone:
 * build/smaller-pages/without-descriptions.ts leaves out the rest.
 * @param words or another field that means the same, with its example
 * @param example needed where the schema does not have one: a literal, a choice, an id, other fields.
 * A time or a day also gives the format.
 */
/* @__NO_SIDE_EFFECTS__ */
export function field<const Schema extends AnySchema>(
  schema: Schema,
  words: string | AnySchema,
  example?: NoInfer<v.InferInput<Schema>>,
  format?: Format,
): Schema {
  const copy = { ...schema }
  const base = said.get(schema)
  const other = typeof words === 'string' ? base : said.get(words)
  said.set(copy, {
    words: typeof words === 'string' ? words : (other?.words ?? ''),
    example: example === undefined ? other?.example : example,
    format: format === undefined ? other?.format : format,
    schema: base?.schema ?? schema,
  })
  return copy
}

/** The words and the example that `field` gives a schema. */
export function saidOf(schema: object): Said | undefined {
  return said.get(schema)
}

/**
 * Examples are about these rows: the tests that send them put rows of their own in their place.
 */
export const shown = {
  organization: '0198a3c2-5f10-7c9a-a3d7-4e8b16c2f093',
  user: '0198a3c2-6d41-7a53-9b1e-2f7c5d904e11',
  session: '0198a3c2-6d41-7a53-9b1e-2f7c5d904e17',
  request: '0198a3c2-9c11-7e61-8f3d-60b7c2d1e8a5',
  message: '0198a3c2-8e77-7f20-b6a1-d05c3b9e7a42',
  flag: '0198a3c2-7b02-7d18-8c44-91d3e6a0b527',
  key: '0198a3c2-a114-7b02-9c37-58e1d0f4b6a9',
  operatorKey: '0198a3c2-c4e7-7d18-92b5-61f0a8e3d7c4',
  webhook: '0198a3c2-b7d0-7a51-8e26-3c9f4d1b70e5',
  delivery: '0198a3c2-c481-7d93-9f02-6b7e8a5c1d34',
  link: 'mJ0V4hC5bq8S3nT7wXzK1rY6uE9aLdPfGi2oQxBvNcM',
  receipt: 'AMAN-2025-000123',
  time: '2025-03-01T09:30:00.000Z',
  password: 'violet kettle drum',
} as const
