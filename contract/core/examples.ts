import type * as v from 'valibot'
import { givenId, id } from './basic.ts'
import type { Endpoint } from './endpoint.ts'
import { saidOf, shown } from './field.ts'

type Schema = v.GenericSchema<unknown, unknown>

/** The properties that the kinds of schemas have. */
interface Parts {
  readonly type: string
  readonly literal?: unknown
  readonly options?: readonly (Schema | string | number)[]
  readonly wrapped?: Schema
  readonly item?: Schema
  readonly entries?: Readonly<Record<string, Schema>>
}

/** The input and the answer of a call, made of the examples of the fields. */
export function examplesOf({ method, input, output, examples }: Endpoint) {
  return {
    input: examples?.input ?? exampleOf(input, method === 'GET' ? isRequired : undefined),
    output: examples?.output ?? exampleOf(output),
  }
}

/**
 * An example of a schema: its own, or one of the first choice and of every field.
 * @param isShown leaves out fields of the schema itself
 */
export function exampleOf(
  schema: Schema,
  isShown: (field: Schema) => boolean = () => true,
): unknown {
  const own = saidOf(schema)?.example
  if (own !== undefined) return own
  const base = saidOf(schema)?.schema ?? schema
  if (base === id || base === givenId) return shown.user
  const { type, literal, options, wrapped, item, entries }: Parts = schema
  if (type === 'boolean') return true
  if (type === 'literal') return literal
  if (wrapped !== undefined) return exampleOf(wrapped, isShown)
  if (item !== undefined) return [exampleOf(item)].filter((example) => example !== undefined)
  if (entries !== undefined) {
    const fields = Object.entries(entries).flatMap(([name, entry]) => {
      const example = isShown(entry) ? exampleOf(entry) : undefined
      return example === undefined ? [] : [[name, example] as const]
    })
    return Object.fromEntries(fields)
  }
  const [first] = options ?? []
  return typeof first === 'object' ? exampleOf(first, isShown) : first
}

function isRequired({ type }: Schema): boolean {
  return !['optional', 'nullish', 'exact_optional'].includes(type)
}
