import { notKept } from '../http/json-answer.ts'

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
