import * as v from 'valibot'
import { comparisonsIn } from './filter.ts'
import {
  change,
  isObject,
  type KeptUser,
  keptOf,
  type Operator,
  onlyOf,
  type Target,
} from './kept-user.ts'
import {
  attributeNamed,
  enterpriseSchema,
  isSameName,
  refuse,
  subNamed,
  userSchema,
} from './scim-answer.ts'

const longestPath = 300

/** An attribute, a filter of its values in brackets and a sub-attribute. */
const attributePath = /^([a-z$][\w$-]*)(?:\[([^\]]+)\])?(?:\.([a-z$][\w$-]*))?$/i
const firstName = /^[a-z$][\w$-]*/i

/** @returns undefined for what is not kept; 'user' for the user as a whole */
function readPath(path: string): Target | 'user' | undefined {
  if (path.length > longestPath) throw refuse('invalidPath', 'The path is too long')
  const { schema, rest } = splitSchema(path)
  if (schema === undefined) return undefined
  if (schema === enterpriseSchema)
    return targetOf(schema, undefined, rest === '' ? undefined : rest)
  if (schema === userSchema && rest === '') return 'user'
  const [, name, filter, sub] = attributePath.exec(rest) ?? []
  if (name !== undefined) return targetOf(name, filter, sub)
  const [known] = firstName.exec(rest) ?? []
  if (known === undefined || attributeNamed(known) === undefined) return undefined
  throw refuse('invalidPath', 'A path of an operation cannot be read')
}

function targetOf(
  name: string,
  filter: string | undefined,
  given: string | undefined,
): Target | undefined {
  const attribute = attributeNamed(name)
  if (attribute === undefined) return undefined
  const sub = given === undefined ? undefined : subNamed(attribute, given)
  if (given !== undefined && sub === undefined) return undefined
  if (filter === undefined) return { attribute, filter, sub }
  if (attribute.shape !== 'list') {
    throw refuse('invalidPath', `${attribute.name}: has one value, and no filter for it`)
  }
  const comparisons = comparisonsIn(filter).map(({ path, value }) => ({
    sub: subNamed(attribute, path),
    value: typeof value === 'number' ? String(value) : value,
  }))
  return { attribute, filter: comparisons, sub }
}

/** @returns no schema for one that is not known, and an empty one where the path names none */
function splitSchema(path: string): { readonly schema: string | undefined; readonly rest: string } {
  if (!/^urn:/i.test(path)) return { schema: '', rest: path }
  const schema = [enterpriseSchema, userSchema].find(
    (known) =>
      isSameName(known, path.slice(0, known.length)) && /^[:.]?$/.test(path.charAt(known.length)),
  )
  return { schema, rest: schema === undefined ? '' : path.slice(schema.length + 1) }
}

const mostOperations = 100

const operators = ['add', 'replace', 'remove'] as const satisfies readonly Operator[]
const operation = v.object({
  op: v.pipe(v.string(), v.toLowerCase(), v.picklist(operators)),
  path: v.nullish(v.pipe(v.string(), v.trim()), ''),
  value: v.optional(v.unknown()),
})
export type Operation = v.InferOutput<typeof operation>

// Entra ID and Okta write 'Operations'; some clients do not.
const operations = v.pipe(v.array(operation), v.minLength(1), v.maxLength(mostOperations))

/**
 * Applies the operations to a user, in all their dialects: names and operators in any case, values
 * without a path, whole paths as names of values, and values in brackets that are not there yet.
 * Attributes that are not kept are ignored.
 * @throws ScimError 400
 */
export function patchUser(shown: object, body: unknown): KeptUser {
  const user = keptOf(shown)
  for (const operation of readOperations(body)) applyOperation(user, operation)
  return user
}

/** @throws ScimError 400 */
export function applyOperation(user: KeptUser, { op, path, value }: Operation): void {
  if (path === '') changeEach(user, op, value)
  else changeAt(user, op, path, value)
}

/** @throws ScimError 400 */
export function readOperations(body: unknown): readonly Operation[] {
  const [, given] = isObject(body)
    ? (Object.entries(body).findLast(([name]) => name.toLowerCase() === 'operations') ?? [])
    : []
  const read = v.safeParse(operations, given)
  if (read.success) return read.output
  throw refuse(
    'invalidSyntax',
    `A PATCH needs 'Operations': 1 to ${mostOperations} of them, each with the op add, replace or remove`,
  )
}

/** A value without a path is an object with one path for each value. */
function changeEach(user: KeptUser, op: Operator, given: unknown): void {
  const value = onlyOf(given)
  if (op === 'remove') throw refuse('noTarget', "The operation 'remove' needs a path")
  if (!isObject(value)) {
    throw refuse('invalidValue', 'The value of an operation without a path must be an object')
  }
  for (const [path, inner] of Object.entries(value)) changeAt(user, op, path, inner)
}

function changeAt(user: KeptUser, op: Operator, path: string, value: unknown): void {
  const target = readPath(path)
  if (target === undefined) return
  if (target === 'user') {
    changeEach(user, op, value)
    return
  }
  if (op === 'remove' && target.attribute.name === 'userName') {
    throw refuse('mutability', 'userName: every user has one, so that it cannot be removed')
  }
  change(user, op, target, value)
}
