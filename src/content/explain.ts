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
    return issue.input === undefined ? 'is missing' : `is ${kindOf(issue.input)}`
  }
  if (issue.code === 'too_small') return 'is empty'
  return issue.message
}

/** The schema's description of a field, or the known field names if the field is unknown. */
export function expectation(schema: z.ZodType, path: Path): string {
  let current: unknown = schema
  for (const key of path) {
    if (current instanceof z.ZodArray) {
      current = current.element
    } else if (current instanceof z.ZodObject) {
      const names = Object.keys(current.shape)
      if (!names.includes(String(key))) return `one of ${names.join(', ')}`
      current = current.shape[String(key)]
    }
  }
  return (
    (current instanceof z.ZodType && current.description) || 'what docs/editing-content.md says'
  )
}

/** The names of the fields that a file may contain. */
export function fieldsOf(schema: z.ZodType): string[] {
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
}

function kindOf(value: unknown): string {
  if (value === null) return 'left empty'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object') return 'a group of fields'
  return `the ${typeof value} ${String(value)}, without quotes`
}
