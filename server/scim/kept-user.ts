import { type Attribute, attributeNamed, isSameName, refuse, subNamed } from './scim-answer.ts'

/** The value of a simple attribute; null where it has none. */
export type Simple = string | boolean | null
/** Inherits nothing. Its names are those of attributes that are kept. */
export type Simples = Record<string, Simple>

/** The kept part of a user's document, by the shape of the attributes. */
export interface KeptUser {
  readonly simple: Simples
  readonly complex: Record<string, Simples>
  readonly lists: Record<string, readonly Simples[]>
}

export type Operator = 'add' | 'replace' | 'remove'

/** The target of an operation. */
export interface Target {
  readonly attribute: Attribute
  /** Which values of a list; undefined for all. */
  readonly filter: readonly Comparison[] | undefined
  readonly sub: string | undefined
}

interface Comparison {
  /** Undefined for a sub-attribute that is not kept, which no value has. */
  readonly sub: string | undefined
  readonly value: Simple
}

/** Far more than a directory has for one person. */
const mostValues = 50

/** An object that inherits nothing, so that no name leads to what all objects share. */
function bare<Value>(entries: Iterable<readonly [string, Value]> = []): Record<string, Value> {
  const object: Record<string, Value> = Object.create(null)
  for (const [name, value] of entries) object[name] = value
  return object
}

/**
 * Copies what is kept of a document.
 * @throws ScimError 400 where a value does not have the shape of its attribute
 */
export function keptOf(document: object): KeptUser {
  const user: KeptUser = { simple: bare(), complex: bare(), lists: bare() }
  for (const [given, value] of Object.entries(document)) {
    const attribute = attributeNamed(given)
    if (attribute === undefined) continue
    change(user, 'replace', { attribute, filter: undefined, sub: undefined }, value)
  }
  return user
}

/**
 * Applies one operation. To remove what is not there does nothing (RFC 7644, 3.5.2.2).
 * @throws ScimError 400 where the value does not have the shape of the target
 */
export function change(user: KeptUser, op: Operator, target: Target, value: unknown): void {
  const { name, shape } = target.attribute
  switch (shape) {
    case 'simple':
      // A removal names the value that it removes, or none.
      user.simple[name] = op === 'remove' ? null : simpleOf(name, value)
      break
    case 'complex':
      user.complex[name] = partsAfter(user.complex[name], op, target, value)
      break
    case 'list': {
      const after = valuesAfter(user.lists[name] ?? [], op, target, value)
      if (after.length > mostValues) {
        throw refuse('invalidValue', `${name}: has more than ${mostValues} values`)
      }
      user.lists[name] = after
    }
  }
}

function partsAfter(
  before: Simples | undefined,
  op: Operator,
  { attribute, sub }: Target,
  value: unknown,
): Simples {
  if (sub !== undefined) {
    return laidOver(before, [[sub, op === 'remove' ? null : simpleOf(sub, value)]])
  }
  if (op === 'remove' || isNothing(value)) return bare()
  return laidOver(before, partsOf(attribute, value))
}

function valuesAfter(
  before: readonly Simples[],
  op: Operator,
  target: Target,
  value: unknown,
): readonly Simples[] {
  const { attribute, filter, sub } = target
  if (filter === undefined && sub === undefined) return wholeAfter(before, op, attribute, value)
  const isMeant = (item: Simples) => filter === undefined || matches(item, filter)
  if (op === 'remove') {
    // Without its value an address or a number is nothing.
    if (sub === undefined || sub === 'value') return before.filter((item) => !isMeant(item))
    return before.map((item) => (isMeant(item) ? laidOver(item, [[sub, null]]) : item))
  }
  const given =
    sub === undefined ? partsOf(attribute, onlyOf(value)) : [[sub, simpleOf(sub, value)] as const]
  // Entra ID also replaces values that are not there yet.
  const found = before.some(isMeant) ? before : [...before, described(filter ?? [])]
  const isPrimary = given.some(([name, inner]) => name === 'primary' && isTrue(inner))
  return found.map((item) => {
    if (isMeant(item) || !before.includes(item)) return laidOver(item, given)
    return isPrimary ? laidOver(item, [['primary', false]]) : item
  })
}

function wholeAfter(
  before: readonly Simples[],
  op: Operator,
  attribute: Attribute,
  value: unknown,
): readonly Simples[] {
  if (isNothing(value)) return op === 'add' ? before : []
  const given = (Array.isArray(value) ? value.slice(0, mostValues + 1) : [value]).map((item) =>
    // A removal may name a value by its text alone.
    bare(
      op === 'remove' && !isObject(item)
        ? [['value', simpleOf(attribute.name, item)]]
        : partsOf(attribute, item),
    ),
  )
  switch (op) {
    case 'replace':
      return given
    case 'add': {
      const isReplaced = given.some(({ primary }) => isTrue(primary))
      const others = isReplaced
        ? before.map((item) => laidOver(item, [['primary', false]]))
        : before
      return [...others, ...given]
    }
    case 'remove':
      return before.filter((item) => !given.some((one) => matches(item, comparisonsOf(one))))
  }
}

function comparisonsOf(item: Simples): Comparison[] {
  return Object.entries(item).map(([sub, value]) => ({ sub, value }))
}

function matches(item: Simples, comparisons: readonly Comparison[]): boolean {
  return comparisons.every(
    ({ sub, value }) => sub !== undefined && textOf(item[sub]) === textOf(value),
  )
}

/** The values that a filter describes. */
function described(filter: readonly Comparison[]): Simples {
  return bare(
    filter.flatMap(({ sub, value }) => (sub === undefined ? [] : [[sub, value] as const])),
  )
}

function laidOver(
  before: Simples | undefined,
  entries: readonly (readonly [string, Simple])[],
): Simples {
  return bare([...Object.entries(before ?? {}), ...entries])
}

/** The sub-attributes that are kept of an object from outside. */
function partsOf(attribute: Attribute, value: unknown): (readonly [string, Simple])[] {
  if (!isObject(value)) throw refuse('invalidValue', `${attribute.name}: must be an object`)
  return Object.entries(value).flatMap(([given, inner]) => {
    const sub = subNamed(attribute, given)
    return sub === undefined ? [] : [[sub, simpleOf(sub, inner)] as const]
  })
}

export function onlyOf(value: unknown): unknown {
  return Array.isArray(value) && value.length === 1 ? value[0] : value
}

/** Entra ID may write the value of a simple attribute as `[{ "value": … }]`. */
function unwrapped(given: unknown): unknown {
  const only = onlyOf(given)
  if (!isObject(only)) return only
  const named = Object.entries(only).find(([name]) => isSameName(name, 'value'))
  return named === undefined ? only : named[1]
}

function simpleOf(name: string, given: unknown): Simple {
  const value = unwrapped(given)
  if (value === undefined || value === null) return null
  if (typeof value === 'string' || typeof value === 'boolean') return value
  throw refuse('invalidValue', `${name}: must be a text or a boolean`)
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null
}

/** Entra ID writes booleans as 'True' and 'False', and types in any case. */
function textOf(value: Simple | undefined): string {
  return String(value ?? '').toLowerCase()
}

function isTrue(value: Simple | undefined): boolean {
  return textOf(value) === 'true'
}

export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
