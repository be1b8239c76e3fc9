export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const enterpriseSchema = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'

const valued = ['value', 'type', 'primary']

/** The attributes that are kept, with their sub-attributes; all others are ignored. */
const kept: Readonly<Record<string, readonly string[] | undefined>> = {
  userName: undefined,
  externalId: undefined,
  displayName: undefined,
  active: undefined,
  preferredLanguage: undefined,
  name: ['formatted', 'givenName', 'familyName'],
  emails: valued,
  phoneNumbers: valued,
  [enterpriseSchema]: ['department'],
}
const names = Object.keys(kept)

/** A kept attribute in its canonical case; undefined for any other name. */
export function attributeNamed(given: string): string | undefined {
  return names.find((name) => name.toLowerCase() === given.toLowerCase())
}

/** Undefined for an attribute without sub-attributes. */
export function subAttributesOf(attribute: string): readonly string[] | undefined {
  return kept[attribute]
}

export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The kept attributes of a document, in canonical case: names of attributes ignore case (RFC 7643, 2.1). */
export function keptOf(document: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(document).flatMap(([given, value]) => {
      const name = attributeNamed(given)
      return name === undefined ? [] : [[name, keptValue(name, value)]]
    }),
  )
}

/** The value of an attribute without sub-attributes that are not kept. */
export function keptValue(attribute: string, value: unknown): unknown {
  const known = subAttributesOf(attribute)
  if (known === undefined) return value
  if (Array.isArray(value)) return value.map((item) => keptOfObject(known, item))
  return keptOfObject(known, value)
}

function keptOfObject(known: readonly string[], value: unknown): unknown {
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([given, inner]) => {
      const name = known.find((sub) => sub.toLowerCase() === given.toLowerCase())
      return name === undefined ? [] : [[name, inner]]
    }),
  )
}
