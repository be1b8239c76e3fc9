import type { JsonSchema } from '@valibot/to-json-schema'
import {
  commonFields,
  type FieldDescription,
  type FieldDescriptions,
} from '../../contract/core/field-descriptions.ts'

type Schema = JsonSchema | boolean
type Examples = ReadonlyMap<string, unknown>

/** Finds what is said of a field by its name. */
export interface Descriptions {
  readonly textOf: (name: string) => FieldDescription | undefined
  readonly examples: Examples
}

/**
 * @param tables what the call says of its fields; a later table wins
 * @param examples of the call: a field's example is the first value of its name in them
 */
export function descriptionsOf(
  tables: readonly FieldDescriptions[],
  examples: readonly unknown[],
): Descriptions {
  const found = new Map<string, unknown>()
  for (const example of examples) collect(example, found)
  return {
    examples: found,
    textOf(name) {
      const table = [commonFields, ...tables].findLast((fields) => Object.hasOwn(fields, name))
      const said = table?.[name]
      return typeof said === 'string' ? { description: said } : said
    },
  }
}

function collect(value: unknown, found: Map<string, unknown>): void {
  if (typeof value !== 'object' || value === null) return
  for (const [name, inner] of Object.entries(value)) {
    // A value says more of its type than null.
    if (found.get(name) === undefined || found.get(name) === null) found.set(name, inner)
    collect(inner, found)
  }
}

/** Adds a description, an example and a format to every property of a schema. */
export function describeProperties(schema: JsonSchema, descriptions: Descriptions): JsonSchema {
  const each = (inner: Schema): Schema =>
    typeof inner === 'object' ? describeProperties(inner, descriptions) : inner
  const { properties, anyOf, items } = schema
  return {
    ...schema,
    ...(properties === undefined
      ? {}
      : {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, property]) => [
              name,
              describeField(name, each(property), descriptions),
            ]),
          ),
        }),
    ...(anyOf === undefined ? {} : { anyOf: anyOf.map(each) }),
    ...(items === undefined || Array.isArray(items) ? {} : { items: each(items) }),
  }
}

/**
 * Adds what is said of a field; a description in the schema itself wins. A default stands in the words,
 * because generators of clients make a field with the keyword required.
 */
export function describeField(name: string, schema: Schema, descriptions: Descriptions): Schema {
  if (typeof schema !== 'object') return schema
  const { default: value, ...rules } = schema
  const said = descriptions.textOf(name)
  const words = schema.description ?? said?.description
  const example = exampleOf(name, schema, descriptions)
  return Object.assign(
    said?.format === undefined ? {} : { format: said.format },
    rules,
    words === undefined ? {} : { description: withDefault(words, value) },
    example === undefined ? {} : { examples: [example] },
  )
}

function withDefault(words: string, value: unknown): string {
  if (value === undefined) return words
  return `${words}${words.endsWith('.') ? '' : '.'} If omitted: \`${JSON.stringify(value)}\`.`
}

function exampleOf(name: string, schema: JsonSchema, descriptions: Descriptions): unknown {
  const [first] = schema.enum ?? []
  const own = descriptions.textOf(name)?.example
  const value = descriptions.examples.get(name) ?? own ?? schema.const ?? first
  // A field of the same name in another part of the call has other values.
  return schema.enum?.every((allowed) => allowed !== value) ? first : value
}
