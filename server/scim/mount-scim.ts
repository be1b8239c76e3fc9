import type { Hono } from 'hono'
import { limits } from '../../contract/core/limits.ts'
import { HttpError } from '../core/http-error.ts'
import { isReferenceViolation } from '../database/drivers/database-error.ts'
import { releaseBody } from '../http/body-room.ts'
import type { CallContext } from '../http/call-context.ts'
import { noteCall } from '../http/connections/observed-call.ts'
import type { Services } from '../http/services.ts'
import { type Provider, requireProvider } from './provider.ts'
import {
  enterpriseSchema,
  errorAnswer,
  listAnswer,
  ScimError,
  type ScimType,
  scimAnswer,
  userSchema,
} from './scim-answer.ts'
import {
  deleteUser,
  getUser,
  listUsers,
  patchUserCall,
  postUser,
  putUser,
  type ScimCall,
} from './user-calls.ts'

const coreSchemas = 'urn:ietf:params:scim:schemas:core:2.0'

/** GET /ServiceProviderConfig (RFC 7643, section 5). */
const serviceProviderConfig: ScimCall = async (_, __, { base }) =>
  scimAnswer({
    schemas: [`${coreSchemas}:ServiceProviderConfig`],
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: limits.scimPage },
    changePassword: { supported: false },
    sort: { supported: false },
    etag: { supported: false },
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'Token of the organization',
        description: 'A token that an administrator of this server makes for an organization',
        specUri: 'https://www.rfc-editor.org/rfc/rfc6750',
        primary: true,
      },
    ],
    meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
  })

/** GET /ResourceTypes and /ResourceTypes/{id} */
const resourceTypes: ScimCall = async (_, context, { base }) =>
  oneOrAll(context, [
    {
      schemas: [`${coreSchemas}:ResourceType`],
      id: 'User',
      name: 'User',
      endpoint: '/Users',
      description: 'A user of the organization',
      schema: userSchema,
      schemaExtensions: [{ schema: enterpriseSchema, required: false }],
      meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/User` },
    },
  ])

/** GET /Schemas and /Schemas/{id}: the attributes that are kept. */
const schemas: ScimCall = async (_, context, provider) =>
  oneOrAll(context, [
    schemaOf(provider, userSchema, 'User', 'A user of the organization', userAttributes),
    schemaOf(provider, enterpriseSchema, 'EnterpriseUser', 'A user within a firm', [
      text('department', 'The department'),
    ]),
  ])

function oneOrAll<Resource extends { readonly id: string }>(
  { req }: CallContext,
  resources: readonly Resource[],
): Response {
  const id = req.param('id')
  if (id === undefined) return listAnswer(resources)
  const found = resources.find((resource) => resource.id === id)
  if (found === undefined) throw new ScimError(404, 'There is no such resource')
  return scimAnswer(found)
}

function schemaOf(
  { base }: Provider,
  id: string,
  name: string,
  description: string,
  attributes: readonly object[],
) {
  return {
    schemas: [`${coreSchemas}:Schema`],
    ...{ id, name, description, attributes },
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${id}` },
  }
}

const shared = {
  multiValued: false,
  required: false,
  mutability: 'readWrite',
  returned: 'default',
} as const
const string = { ...shared, type: 'string', caseExact: false, uniqueness: 'none' } as const

function text(name: string, description: string) {
  return { ...string, name, description }
}

function list(name: string, description: string) {
  return {
    ...{ ...shared, type: 'complex', multiValued: true, name, description },
    subAttributes: [
      text('value', 'The value'),
      text('type', 'What it is for, for example work'),
      {
        ...shared,
        type: 'boolean',
        name: 'primary',
        description: 'Whether it is the first choice',
      },
    ],
  }
}

const userAttributes: readonly object[] = [
  {
    ...text('userName', 'The name to sign in with, unique on the server'),
    required: true,
    uniqueness: 'server',
  },
  { ...text('externalId', 'The id of the user at the identity provider'), caseExact: true },
  text('displayName', 'The name of the user'),
  { ...shared, type: 'boolean', name: 'active', description: 'Whether the user may sign in' },
  text('preferredLanguage', 'The language of a user who has not chosen one, for example ar-JO'),
  text('locale', 'The same, where no preferredLanguage is given that Aman has'),
  {
    ...{ ...shared, type: 'complex', name: 'name', description: 'The parts of the name' },
    subAttributes: [
      text('formatted', 'The whole name'),
      text('givenName', 'The given name'),
      text('familyName', 'The family name'),
    ],
  },
  list('emails', 'The email address; one is kept'),
  list('phoneNumbers', 'The telephone number; one is kept'),
]

/** Every call of SCIM 2.0 that this server answers, below `/api/scim/v2`. */
export const scimCalls: readonly (readonly [method: string, path: string, call: ScimCall])[] = [
  ['GET', '/ServiceProviderConfig', serviceProviderConfig],
  ['GET', '/ResourceTypes', resourceTypes],
  ['GET', '/ResourceTypes/:id', resourceTypes],
  ['GET', '/Schemas', schemas],
  ['GET', '/Schemas/:id', schemas],
  ['GET', '/Users', listUsers],
  ['POST', '/Users', postUser],
  ['GET', '/Users/:id', getUser],
  ['PUT', '/Users/:id', putUser],
  ['PATCH', '/Users/:id', patchUserCall],
  ['DELETE', '/Users/:id', deleteUser],
]

type ReportFailure = (context: CallContext, error: Error) => HttpError

/**
 * SCIM has methods, media types and errors of its own, so that its calls are not in the contract's
 * registry; see docs/decisions/0056-provisioning-with-scim.md.
 */
export function mountScim(
  app: Hono<{ Bindings: CallContext['env'] }>,
  services: Services,
  reportFailure: ReportFailure,
): void {
  const answer = (call: ScimCall, name: string) => async (context: CallContext) => {
    noteCall(context.env?.incoming, name)
    try {
      return await call(services, context, await requireProvider(services, context))
    } catch (cause) {
      return errorAnswer(asScimError(cause, (error) => reportFailure(context, error)))
    } finally {
      releaseBody(context.req)
    }
  }
  for (const [method, path, call] of scimCalls) {
    const place = `/scim/v2${path}`
    app.on(method, `/api${place}`, answer(call, `${method} ${place}`))
  }
  app.all('/api/scim/v2/*', answer(unknownEndpoint, 'other'))
}

async function unknownEndpoint(_: Services, { req }: CallContext, __: Provider): Promise<never> {
  throw new ScimError(404, `There is no ${req.method} at this address`)
}

const scimTypes: Readonly<Record<string, ScimType>> = {
  bad_json: 'invalidSyntax',
  unsupported_type: 'invalidSyntax',
  unsupported_coding: 'invalidSyntax',
  invalid_input: 'invalidValue',
}

function asScimError(cause: unknown, report: (error: Error) => HttpError): ScimError {
  if (cause instanceof ScimError) return cause
  if (cause instanceof HttpError) return fromHttp(cause)
  if (isReferenceViolation(cause)) {
    return new ScimError(404, 'What this belongs to was removed a moment ago')
  }
  return fromHttp(report(cause instanceof Error ? cause : new Error(String(cause))))
}

/** A 422 of other calls is a 400 in SCIM. */
function fromHttp({ status, message, headers, error }: HttpError): ScimError {
  const scimType = scimTypes[error.code]
  return new ScimError(status === 422 ? 400 : status, message, {
    headers,
    ...(scimType === undefined ? {} : { scimType }),
  })
}
