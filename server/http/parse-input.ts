import * as v from 'valibot'
import { HttpError } from './http-error.ts'

type Schema = v.GenericSchema<unknown, unknown>
type Issue = v.BaseIssue<unknown>

/**
 * Parses the input of a call with its schema.
 * @param place the path of the input in the body, for example `scans[3]`; empty for the whole body
 * @throws HttpError 422 that names the field and the problem
 */
export function parseInput<S extends Schema>(
  schema: S,
  given: unknown,
  place = '',
): v.InferOutput<S> {
  // Clients often send an empty object with calls that take no body.
  const input = schema.type === 'undefined' && isEmptyObject(given) ? undefined : given
  const parsed = v.safeParse(schema, input)
  if (parsed.success) return parsed.output
  throw new HttpError(422, wordsFor(closestIssue(schema, input, parsed.issues[0]), place))
}

function isEmptyObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0
}

/** Picks the union member that knows all given keys, or else the one with the fewest problems. */
function closestIssue(schema: Schema, input: unknown, fallback: Issue): Issue {
  if (!isUnion(schema)) return fallback
  const tried = schema.options.map((option) => v.safeParse(option, input).issues ?? [])
  const known = tried.find((issues) => !issues.some(isUnknownKey))
  const found = known ?? tried.toSorted((one, other) => one.length - other.length)[0]
  return found?.[0] ?? fallback.issues?.[0] ?? fallback
}

function isUnion(schema: Schema): schema is v.UnionSchema<Schema[], undefined> {
  return schema.type === 'union'
}

function isUnknownKey(issue: Issue): boolean {
  return issue.path?.length === 1 && issue.expected === 'never'
}

/** For example `scans[3].recipient: is not an email address`. */
function wordsFor(issue: Issue, place: string): string {
  const path = (issue.path ?? []).map(({ key }) =>
    typeof key === 'number' ? `[${key}]` : `.${String(key)}`,
  )
  const field = `${place}${path.join('')}`.replace(/^\./, '')
  return field === '' ? `The body ${problem(issue)}` : `${field}: ${problem(issue)}`
}

function problem(issue: Issue): string {
  if (issue.expected === 'never') return 'is not a known field'
  if (issue.received === 'undefined' && issue.kind === 'schema') return 'is missing'
  switch (issue.type) {
    case 'undefined':
      return 'must be empty'
    case 'picklist':
      return `must be one of ${issue.expected?.replaceAll(/["()]/g, '').replaceAll(' | ', ', ')}`
    case 'min_length':
    case 'min_code_points':
      return issue.expected === '>=1' ? 'must not be empty' : `must have at least ${atLeast(issue)}`
    case 'max_length':
    case 'max_code_points':
      return `must not be longer than ${issue.expected?.replace('<=', '')}`
    case 'min_value':
      return `must be at least ${atLeast(issue)}`
    case 'max_value':
      return `must be at most ${issue.expected?.replace('<=', '')}`
    case 'integer':
      return 'must be a whole number'
    case 'boolean':
      return 'must be true or false'
    case 'string':
      return 'must be a text'
    case 'array':
      return 'must be a list'
    case 'strict_object':
      return 'must be an object'
    // Prefers the union member whose type matches but whose check failed.
    case 'union': {
      const broken = issue.issues?.find(({ kind }) => kind === 'validation')
      return broken === undefined ? 'is not valid' : problem(broken)
    }
    // The schema has its own message.
    case 'regex':
    case 'check':
      return issue.message
    default:
      return 'is not valid'
  }
}

function atLeast(issue: Issue): string {
  return issue.expected?.replace('>=', '') ?? ''
}
