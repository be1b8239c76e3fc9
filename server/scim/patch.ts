import * as v from 'valibot'
import { change, isObject, type KeptUser, keptOf, type Operator, onlyOf } from './kept-user.ts'
import { readPath } from './patch-path.ts'
import { refuse } from './scim-answer.ts'

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
