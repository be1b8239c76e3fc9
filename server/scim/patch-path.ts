import { attributeNamed, enterpriseSchema, isSameName, subNamed, userSchema } from './attributes.ts'
import { comparisonsIn } from './filter.ts'
import type { Target } from './kept-user.ts'
import { refuse } from './scim-answer.ts'

const longestPath = 300

/** An attribute, a filter of its values in brackets and a sub-attribute. */
const attributePath = /^([a-z$][\w$-]*)(?:\[([^\]]+)\])?(?:\.([a-z$][\w$-]*))?$/i
const firstName = /^[a-z$][\w$-]*/i

/** @returns undefined for what is not kept; 'user' for the user as a whole */
export function readPath(path: string): Target | 'user' | undefined {
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
