import { limits } from '../../contract/core/limits.ts'
import type { CallContext } from '../http/call-context.ts'
import type { Provider } from './provider.ts'
import { enterpriseSchema, listAnswer, ScimError, scimAnswer, userSchema } from './scim-answer.ts'
import type { ScimCall } from './user-calls.ts'

const coreSchemas = 'urn:ietf:params:scim:schemas:core:2.0'

/** GET /ServiceProviderConfig (RFC 7643, section 5). */
export const serviceProviderConfig: ScimCall = async (_, __, { base }) =>
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
export const resourceTypes: ScimCall = async (_, context, { base }) =>
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
export const schemas: ScimCall = async (_, context, provider) =>
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
