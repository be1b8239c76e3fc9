import * as v from 'valibot'

type Schema = v.GenericSchema<unknown, unknown>

/** A way to a value within an input: the names of fields, and 0 for the first of a list. */
export type Way = readonly (string | 0)[]

/** Every field of an input, those within lists and unions too, and each item of a list. */
export function fieldsOf(schema: unknown, way: Way = []): Way[] {
  return waysOf(schema, way).flatMap(({ way: found, isList }) => (isList ? [] : [found]))
}

/** Every list of an input. */
export function listsOf(schema: unknown): Way[] {
  return waysOf(schema, []).flatMap(({ way, isList }) => (isList ? [way] : []))
}

interface Found {
  readonly way: Way
  readonly isList: boolean
}

function waysOf(schema: unknown, way: Way): Found[] {
  if (!isRecord(schema)) return []
  if (schema.wrapped !== undefined) return waysOf(schema.wrapped, way)
  if (Array.isArray(schema.options) && schema.type === 'union') {
    return schema.options.flatMap((option) => waysOf(option, way))
  }
  if (schema.item !== undefined) return [{ way, isList: true }, ...waysOf(schema.item, [...way, 0])]
  if (isRecord(schema.entries)) {
    return Object.entries(schema.entries).flatMap(([name, entry]) => waysOf(entry, [...way, name]))
  }
  return way.length === 0 ? [] : [{ way, isList: false }]
}

/** An input around one value, whose other fields are as in the examples where the schema takes them. */
export function inputWith(
  schema: unknown,
  examples: ReadonlyMap<string, unknown>,
  way: Way,
  value: unknown,
): unknown {
  const [name, ...rest] = way
  if (name === undefined) return value
  const inner = unwrap(schema, way)
  if (name === 0) return [inputWith(inner.item, examples, rest, value)]
  const entries = isRecord(inner.entries) ? inner.entries : {}
  const others = Object.entries(entries).flatMap(([other, entry]) =>
    examples.has(other) && accepts(entry, examples.get(other))
      ? [[other, examples.get(other)]]
      : [],
  )
  const own = inputWith(entries[name], examples, rest, value)
  return { ...Object.fromEntries(others), [name]: own }
}

/** The schema within wrappers and unions that has the first step of a way. */
function unwrap(schema: unknown, way: Way): Record<string, unknown> {
  if (!isRecord(schema)) return {}
  if (schema.wrapped !== undefined) return unwrap(schema.wrapped, way)
  if (schema.type === 'union' && Array.isArray(schema.options)) {
    const wanted = JSON.stringify(way)
    return unwrap(
      schema.options.find((option) =>
        waysOf(option, []).some((found) => JSON.stringify(found.way) === wanted),
      ),
      way,
    )
  }
  return schema
}

function accepts(schema: unknown, value: unknown): boolean {
  return isSchema(schema) && v.is(schema, value)
}

function isSchema(schema: unknown): schema is Schema {
  return isRecord(schema) && schema.kind === 'schema'
}

/** Every value of an example, by the name of its field. */
export function valuesByName(example: unknown): Map<string, unknown> {
  if (Array.isArray(example)) return new Map(example.flatMap((item) => [...valuesByName(item)]))
  if (!isRecord(example)) return new Map()
  return new Map(
    Object.entries(example).flatMap(([name, value]): [string, unknown][] => [
      ...valuesByName(value),
      [name, value],
    ]),
  )
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
