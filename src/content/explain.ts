import { z } from 'astro/zod'

type Path = readonly PropertyKey[]
type Issue = z.core.$ZodIssue

/** The fields that an issue is about: one, or every unknown one. */
export function pathsOf(issue: Issue): Path[] {
  return issue.code === 'unrecognized_keys'
    ? issue.keys.map((key) => [...issue.path, key])
    : [issue.path]
}

/** A field's path for display, counted from one: `questions[2].answer`. */
export function fieldName(path: Path): string {
  return path.reduce<string>(
    (name, key) =>
      typeof key === 'number' ? `${name}[${key + 1}]` : `${name}${name && '.'}${String(key)}`,
    '',
  )
}

export function problemOf(issue: Issue): string {
  if (issue.code === 'unrecognized_keys') return 'no field has this name'
  if (issue.code === 'invalid_type') {
    return issue.input === undefined ? 'is missing' : `is ${kindOf(issue.input, issue.expected)}`
  }
  if (issue.code === 'too_small') return issue.origin === 'number' ? 'is too small' : 'is empty'
  if (issue.code === 'invalid_union' || issue.code === 'invalid_value') {
    return typeof issue.input === 'string'
      ? `is "${issue.input}"`
      : 'is missing or is no such value'
  }
  return issue.message
}

/**
 * The schema's description of a field, or the known field names if the field is unknown.
 * @param data what the file holds, which says which of several kinds an entry is
 */
export function expectation(schema: z.ZodType, path: Path, data?: unknown): string {
  let current: unknown = schema
  let value = data
  for (const key of path) {
    if (current instanceof z.ZodOptional) current = current.unwrap()
    if (current instanceof z.ZodDiscriminatedUnion) {
      const kind = kindOfEntry(current, value)
      if (kind === undefined) return `one of ${kindsOf(current).join(', ')}`
      current = kind
    }
    if (current instanceof z.ZodArray) {
      current = current.element
    } else if (current instanceof z.ZodObject) {
      const names = Object.keys(current.shape)
      if (!names.includes(String(key))) return `one of ${names.join(', ')}`
      current = current.shape[String(key)]
    }
    value = partOf(value, key)
  }
  if (current instanceof z.ZodOptional && current.description === undefined) {
    current = current.unwrap()
  }
  return (
    (current instanceof z.ZodType && current.description) || 'what docs/editing-content.md says'
  )
}

/** The values that say of which kind an entry is. */
function kindsOf(union: z.ZodDiscriminatedUnion): string[] {
  return union.options.flatMap((option) => kindsOfOption(union, option))
}

function kindsOfOption({ def }: z.ZodDiscriminatedUnion, option: unknown): string[] {
  if (!(option instanceof z.ZodObject)) return []
  const kind: unknown = option.shape[def.discriminator]
  if (kind instanceof z.ZodLiteral) return [...kind.values].map(String)
  return kind instanceof z.ZodEnum ? kind.options.map(String) : []
}

function kindOfEntry(union: z.ZodDiscriminatedUnion, value: unknown) {
  const kind = String(partOf(value, union.def.discriminator))
  return union.options.find((option) => kindsOfOption(union, option).includes(kind))
}

function partOf(value: unknown, key: PropertyKey): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}

/** The names of the fields that a file may contain. */
export function fieldsOf(schema: z.ZodType): string[] {
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
}

function kindOf(value: unknown, expected: string): string {
  if (value === null) return 'left empty'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object') return 'a group of fields'
  if (typeof value === 'string') return `the text "${value}"`
  return `the ${typeof value} ${String(value)}${expected === 'string' ? ', without quotes' : ''}`
}
