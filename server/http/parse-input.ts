import * as v from 'valibot'
import { type FieldError, fieldError, isFieldCode } from '../../contract/core/field-errors.ts'
import { invalidFields } from '../core/http-error.ts'

type Schema = v.GenericSchema<unknown, unknown>
type Issue = v.BaseIssue<unknown>
type Issues = readonly [Issue, ...Issue[]]

/** The first problem of a value ends its checks; other values are checked all the same. */
const checking = { abortPipeEarly: true } as const

/** An answer names no more fields than so many. */
const namedAtMost = 20

/**
 * Parses the input of a call with its schema.
 * @param place the path of the input in the body, for example `scans[3]`; empty for the whole body
 * @throws HttpError 422 that names each field and its problem
 */
export function parseInput<S extends Schema>(
  schema: S,
  given: unknown,
  place = '',
): v.InferOutput<S> {
  // Clients often send an empty object with calls that take no body.
  const isNothing = schema.type === 'undefined' && isEmptyObject(given)
  // No input is a list, and to look for the names of fields among its items would take long.
  const input = isNothing ? undefined : Array.isArray(given) ? [] : given
  const parsed = v.safeParse(schema, input, checking)
  if (parsed.success) return parsed.output
  throw invalidFields(fieldErrorsOf(closestIssues(schema, input, parsed.issues), place))
}

function isEmptyObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0
}

/** Picks the union member that knows all given keys, or else the one with the fewest problems. */
function closestIssues(schema: Schema, input: unknown, fallback: Issues): Issues {
  if (!isUnion(schema)) return fallback
  const tried = schema.options.map((option) => v.safeParse(option, input, checking).issues)
  const known = tried.find((issues) => issues?.some(isUnknownKey) === false)
  const found = known ?? tried.toSorted((one, other) => count(one) - count(other))[0]
  return found ?? fallback[0].issues ?? fallback
}

function count(issues: Issues | undefined): number {
  return issues?.length ?? 0
}

function isUnion(schema: Schema): schema is v.UnionSchema<Schema[], undefined> {
  return schema.type === 'union'
}

function isUnknownKey(issue: Issue): boolean {
  return issue.path?.length === 1 && issue.expected === 'never'
}

/** One for each field, because further problems of a field often follow from the first. */
function fieldErrorsOf(issues: readonly Issue[], place: string): FieldError[] {
  const byField = new Map<string, FieldError>()
  for (const issue of issues) {
    const field = `${place}${pathOf(issue)}`.replace(/^\./, '')
    if (!byField.has(field)) byField.set(field, errorOf(field, issue))
    if (byField.size === namedAtMost) break
  }
  return [...byField.values()]
}

function pathOf({ path }: Issue): string {
  return (path ?? [])
    .map(({ key }) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
}

function errorOf(field: string, issue: Issue): FieldError {
  const { kind, type, received, message } = issue
  const expected = issue.expected ?? ''
  if (expected === 'never') return fieldError(field, 'unknown', {})
  if (received === 'undefined' && kind === 'schema') return fieldError(field, 'missing', {})
  const number = Number(expected.replace(/^[<>]=/, ''))
  switch (type) {
    case 'undefined':
      return fieldError(field, 'must_be_absent', {})
    case 'picklist':
      return fieldError(field, 'not_one_of', {
        allowed: expected.replaceAll(/["()]/g, '').split(' | '),
      })
    case 'min_length':
    case 'min_code_points':
      return number === 1
        ? fieldError(field, 'empty', {})
        : fieldError(field, 'too_short', { min: number })
    case 'max_length':
    case 'max_code_points':
      return fieldError(field, 'too_long', { max: number })
    case 'min_value':
      return fieldError(field, 'too_low', { min: number })
    case 'max_value':
      return fieldError(field, 'too_high', { max: number })
    case 'integer':
      return fieldError(field, 'not_an_integer', {})
    case 'boolean':
      return fieldError(field, 'not_a_boolean', {})
    case 'string':
      return fieldError(field, 'not_a_text', {})
    case 'array':
      return fieldError(field, 'not_a_list', {})
    case 'object':
    case 'strict_object':
      return fieldError(field, 'not_an_object', {})
    // Prefers the union member whose type matches but whose check failed.
    case 'union': {
      const broken = issue.issues?.find((inner) => inner.kind !== 'schema')
      return broken === undefined ? fieldError(field, 'invalid', {}) : errorOf(field, broken)
    }
    // The message of a check is its code.
    case 'regex':
    case 'check':
    case 'raw_transform':
    case 'partial_check':
      return fieldError(field, isFieldCode(message) ? message : 'invalid', {})
    default:
      return fieldError(field, 'invalid', {})
  }
}
