import { type Filter, parse } from 'scim2-parse-filter'
import { refuse, userSchema } from './scim-answer.ts'

const longest = 500

/** Attributes by which users can be found. */
export type Searched = 'id' | 'userName' | 'externalId' | 'email' | 'active'

const searchedByPath: Readonly<Record<string, Searched>> = {
  id: 'id',
  username: 'userName',
  externalid: 'externalId',
  emails: 'email',
  'emails.value': 'email',
  active: 'active',
}

export interface Condition {
  readonly searched: Searched
  readonly value: string
}

/**
 * Reads what providers look a user up with. A filter on the type of an email address finds the one
 * address that a user has.
 * @throws ScimError 400 for any other filter
 */
export function readFilter(given: string): readonly Condition[] {
  return comparisonsIn(given).flatMap(({ path, value }) => conditionOf(path, value))
}

interface Comparison {
  readonly path: string
  readonly value: string | number | boolean | null
}

/**
 * Reads comparisons with `eq` that are joined by `and`.
 * @throws ScimError 400 for any other filter
 */
export function comparisonsIn(given: string): readonly Comparison[] {
  if (given.length > longest) {
    throw refuse('invalidFilter', `The filter is longer than ${longest} characters`)
  }
  return comparisonsOf(parsed(given), '')
}

function parsed(given: string): Filter {
  try {
    return parse(given)
  } catch {
    throw refuse('invalidFilter', 'The filter cannot be read')
  }
}

function comparisonsOf(filter: Filter, within: string): Comparison[] {
  switch (filter.op) {
    case 'and':
      return filter.filters.flatMap((part) => comparisonsOf(part, within))
    case '[]':
      return comparisonsOf(filter.valFilter, `${filter.attrPath}.`)
    case 'eq':
      return [{ path: `${within}${filter.attrPath}`, value: filter.compValue }]
    default:
      throw refuse(
        'invalidFilter',
        `The operator '${filter.op}' is not supported. Compare with 'eq', and join comparisons with 'and'.`,
      )
  }
}

function conditionOf(path: string, value: Comparison['value']): Condition[] {
  const name = path.toLowerCase().replace(`${userSchema.toLowerCase()}:`, '')
  if (name === 'emails.type' || name === 'emails.primary') return []
  const searched = Object.hasOwn(searchedByPath, name) ? searchedByPath[name] : undefined
  if (searched === undefined) {
    throw refuse('invalidFilter', 'Users are found by userName, externalId, id, emails and active')
  }
  const text = String(value)
  if (searched === 'active' && !/^(?:true|false)$/i.test(text)) {
    throw refuse('invalidFilter', "'active' is true or false")
  }
  return [{ searched, value: text }]
}
