import { type ScimPatchOperation, type ScimResource, scimPatch } from 'scim-patch'
import * as v from 'valibot'
import {
  attributeNamed,
  enterpriseSchema,
  isObject,
  keptValue,
  subAttributesOf,
  userSchema,
} from './attributes.ts'
import { refuse } from './scim-answer.ts'

const longestPath = 300
const mostOperations = 100

const operation = v.object({
  op: v.pipe(v.string(), v.toLowerCase(), v.picklist(['add', 'replace', 'remove'])),
  path: v.optional(v.string()),
  value: v.optional(v.unknown()),
})
type Operation = v.InferOutput<typeof operation>

const messages = v.object({
  // Entra ID and Okta write 'Operations'; some clients do not.
  operations: v.pipe(v.array(operation), v.minLength(1), v.maxLength(mostOperations)),
})

/** An attribute, a filter of its values in brackets and a sub-attribute. */
const attributePath = /^([a-z$][\w$-]*)(\[[^\]]+\])?(?:\.([a-z$][\w$-]*))?$/i

/**
 * Applies the operations to a user, in all their dialects: names and operators in any case, values
 * without a path, whole paths as names of values, and values in brackets that are not there yet.
 * Attributes that are not kept are ignored.
 * @throws ScimError 400
 */
export function patchUser<Resource extends ScimResource>(
  resource: Resource,
  body: unknown,
): Resource {
  const operations = readOperations(body).flatMap(withPath).flatMap(canonical)
  try {
    return scimPatch(resource, operations, { mutateDocument: false, treatMissingAsAdd: true })
  } catch {
    // What the library throws for values of a wrong type is not always an error of its own.
    throw refuse('invalidValue', 'The operations cannot be applied to this user')
  }
}

function readOperations(body: unknown): readonly Operation[] {
  const lower = isObject(body)
    ? Object.fromEntries(Object.entries(body).map(([name, value]) => [name.toLowerCase(), value]))
    : {}
  const read = v.safeParse(messages, lower)
  if (read.success) return read.output.operations
  throw refuse(
    'invalidSyntax',
    `A PATCH needs 'Operations': 1 to ${mostOperations} of them, each with the op add, replace or remove`,
  )
}

/** A value without a path is an object with one path for each value. */
function withPath({ op, path, value }: Operation): (Operation & { path: string })[] {
  if (path !== undefined && path !== '') return [{ op, path, value }]
  if (op === 'remove') throw refuse('noTarget', "The operation 'remove' needs a path")
  if (!isObject(value)) {
    throw refuse('invalidValue', 'The value of an operation without a path must be an object')
  }
  return Object.entries(value).map(([name, inner]) => ({ op, path: name, value: inner }))
}

function canonical({ op, path, value }: Operation & { path: string }): ScimPatchOperation[] {
  if (path.length > longestPath) throw refuse('invalidPath', 'The path is too long')
  const target = readPath(path)
  if (target === undefined) return []
  const { attribute, filter, sub } = target
  if (sub === undefined && (attribute === 'name' || attribute === enterpriseSchema)) {
    return partsOf(attribute, op, value)
  }
  const written = joined(attribute, filter, sub)
  const given = sub === undefined ? keptValue(attribute, value) : value
  if (op === 'remove') {
    return [{ op, path: written, ...(given === undefined ? {} : { value: given }) }]
  }
  return [{ op, path: written, value: given ?? null }]
}

/** The library takes the parts of a complex attribute one by one. */
function partsOf(attribute: string, op: Operation['op'], value: unknown): ScimPatchOperation[] {
  const parts =
    op === 'remove'
      ? (subAttributesOf(attribute) ?? []).map((name) => [name, undefined] as const)
      : isObject(value)
        ? Object.entries(value)
        : undefined
  if (parts === undefined) throw refuse('invalidValue', 'The value must be an object')
  return parts.flatMap(([name, inner]) =>
    canonical({ op, path: joined(attribute, '', name), value: inner }),
  )
}

interface Target {
  readonly attribute: string
  /** With its brackets; empty without one. */
  readonly filter: string
  readonly sub: string | undefined
}

/** @returns undefined for what is not kept */
function readPath(path: string): Target | undefined {
  const { schema, rest } = splitSchema(path)
  if (schema === enterpriseSchema) {
    if (rest === '') return { attribute: schema, filter: '', sub: undefined }
    return keptTarget(schema, '', rest)
  }
  const [, name = '', filter = '', sub] = attributePath.exec(rest) ?? []
  if (name === '') throw refuse('invalidPath', 'A path of an operation cannot be read')
  const attribute = attributeNamed(name)
  return attribute === undefined ? undefined : keptTarget(attribute, filter, sub)
}

function keptTarget(
  attribute: string,
  filter: string,
  given: string | undefined,
): Target | undefined {
  if (given === undefined) return { attribute, filter, sub: undefined }
  const sub = subAttributesOf(attribute)?.find((name) => name.toLowerCase() === given.toLowerCase())
  return sub === undefined ? undefined : { attribute, filter, sub }
}

function splitSchema(path: string): { readonly schema: string; readonly rest: string } {
  const lower = path.toLowerCase()
  const schema = [enterpriseSchema, userSchema].find((known) =>
    lower.startsWith(known.toLowerCase()),
  )
  if (schema === undefined) return { schema: '', rest: path }
  return { schema, rest: path.slice(schema.length).replace(/^[:.]/, '') }
}

function joined(attribute: string, filter: string, sub: string | undefined): string {
  if (attribute === enterpriseSchema) return `${attribute}:${sub}`
  return `${attribute}${filter}${sub === undefined ? '' : `.${sub}`}`
}
