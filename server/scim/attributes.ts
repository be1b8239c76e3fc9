export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const enterpriseSchema = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'

const valued = ['value', 'type', 'primary']

type Shape = 'simple' | 'complex' | 'list'

/** An attribute that is kept. */
export interface Attribute {
  /** In its canonical case. */
  readonly name: string
  /** A simple value, an object, or a list of objects. */
  readonly shape: Shape
  /** Its sub-attributes; empty for a simple one. */
  readonly subs: readonly string[]
}

/** All others are ignored. */
const kept: readonly Attribute[] = [
  ...['userName', 'externalId', 'displayName', 'active', 'preferredLanguage', 'locale'].map(
    (name) => ({ name, shape: 'simple', subs: [] }) as const,
  ),
  { name: 'name', shape: 'complex', subs: ['formatted', 'givenName', 'familyName'] },
  { name: enterpriseSchema, shape: 'complex', subs: ['department'] },
  { name: 'emails', shape: 'list', subs: valued },
  { name: 'phoneNumbers', shape: 'list', subs: valued },
]

/** @returns undefined for an attribute that is not kept; names ignore case (RFC 7643, 2.1) */
export function attributeNamed(given: string): Attribute | undefined {
  return kept.find(({ name }) => isSameName(name, given))
}

/** @returns the sub-attribute in its canonical case; undefined for one that is not kept */
export function subNamed({ subs }: Attribute, given: string): string | undefined {
  return subs.find((name) => isSameName(name, given))
}

export function isSameName(one: string, other: string): boolean {
  // The length first: it is compared with every name that a document has.
  return one.length === other.length && one.toLowerCase() === other.toLowerCase()
}
