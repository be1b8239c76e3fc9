import { notKept } from '../http/json-answer.ts'

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

/** The error keywords of RFC 7644, section 3.12, that this server answers. */
export type ScimType =
  | 'invalidFilter'
  | 'invalidPath'
  | 'invalidSyntax'
  | 'invalidValue'
  | 'mutability'
  | 'noTarget'
  | 'uniqueness'

interface ErrorExtras {
  readonly scimType?: ScimType
  readonly headers?: Readonly<Record<string, string>>
}

/** An error that a provider can show in its log of provisioning. */
export class ScimError extends Error {
  override name = 'ScimError'
  readonly status: number
  readonly scimType: ScimType | undefined
  readonly headers: Readonly<Record<string, string>>

  constructor(status: number, detail: string, { scimType, headers = {} }: ErrorExtras = {}) {
    super(detail)
    this.status = status
    this.scimType = scimType
    this.headers = headers
  }
}

/** A 400 with its keyword. */
export function refuse(scimType: ScimType, detail: string): ScimError {
  return new ScimError(400, detail, { scimType })
}

export function scimBase(origin: string): string {
  return `${origin}/api/scim/v2`
}

export function scimAnswer(
  body: unknown,
  { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/scim+json', ...notKept, ...headers },
  })
}

export function errorAnswer({ status, scimType, message, headers }: ScimError): Response {
  return scimAnswer(
    {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
      status: String(status),
      ...(scimType === undefined ? {} : { scimType }),
      detail: message,
    },
    { status, headers },
  )
}

export function listAnswer(
  Resources: readonly unknown[],
  { totalResults = Resources.length, startIndex = 1 } = {},
): Response {
  return scimAnswer({
    schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
    totalResults,
    startIndex,
    itemsPerPage: Resources.length,
    Resources,
  })
}
