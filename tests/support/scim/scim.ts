import { expect } from 'vitest'
import { issueScimToken } from '../../../server/scim/tokens.ts'
import { request, type TestAnswer } from '../server/request.ts'
import type { TestServer } from '../server/server.ts'
import { makeDomain, makeOrganization, type Place } from '../worlds/factories.ts'

export const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
const patchOp = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'

/** An identity provider's calls with a token. */
export interface ScimClient {
  readonly organizationId: string
  readonly token: string
  send(method: string, path: string, body?: unknown): Promise<TestAnswer>
  /** @returns the id of the new user */
  create(user: object): Promise<string>
  patch(id: string, ...operations: readonly unknown[]): Promise<TestAnswer>
}

interface ScimOptions {
  readonly domain?: string
  readonly organizationId?: string
}

/** An organization with an approved domain and a token. */
export async function makeProvider(
  server: TestServer,
  options: ScimOptions = {},
): Promise<ScimClient> {
  const { organizationId, token } = await makeScimToken(server, options)
  return scimClient(server, organizationId, token)
}

async function makeScimToken(
  place: Place,
  { domain = 'cedar.example', organizationId }: ScimOptions = {},
) {
  const organization = organizationId ?? (await makeOrganization(place))
  await makeDomain(place, organization, domain)
  const { token } = await issueScimToken(place, organization, 'Entra ID')
  return { organizationId: organization, token }
}

export function scimClient(server: TestServer, organizationId: string, token: string): ScimClient {
  const send = (method: string, path: string, body?: unknown) =>
    sendScim(server, token, method, path, body)
  return {
    ...{ organizationId, token, send },
    async create(user) {
      const { status, body, text } = await send('POST', '/Users', user)
      if (status !== 201) throw new Error(text)
      return idIn(body)
    },
    patch: (id, ...Operations) => send('PATCH', `/Users/${id}`, { schemas: [patchOp], Operations }),
  }
}

/** Makes numbered users of a domain. */
export function createOf(client: ScimClient, domain: string) {
  return (number: number): Promise<TestAnswer> =>
    client.send('POST', '/Users', {
      userName: `user${number}@${domain}`,
      displayName: `User ${number}`,
    })
}

type Create = ReturnType<typeof createOf>

/**
 * The changes of a busy organization that are served while each of three of a calm one waits; all of them
 * succeed.
 */
export async function waitsBeside(busy: readonly Create[], calm: Create, count: number) {
  let served = 0
  const changes = Array.from({ length: count }, async (_, number) => {
    const answer = await busy[number % busy.length]?.(number)
    served += 1
    return answer?.status
  })
  await changes[0]
  const waits: number[] = []
  for (let number = 0; number < 3; number += 1) {
    const before = served
    expect((await calm(number)).status).toBe(201)
    waits.push(served - before)
  }
  expect(new Set(await Promise.all(changes))).toEqual(new Set([201]))
  return waits
}

export function sendScim(
  { app }: TestServer,
  token: string | undefined,
  method: string,
  path: string,
  body?: unknown,
): Promise<TestAnswer> {
  return request(app, method, `/api/scim/v2${path}`, {
    ...(token === undefined ? {} : { token }),
    ...(body === undefined ? {} : { body, headers: { 'content-type': 'application/scim+json' } }),
  })
}

function idIn(body: unknown): string {
  if (typeof body === 'object' && body !== null && 'id' in body) return String(body.id)
  throw new Error('there is no id')
}

/** As Entra ID creates a user with its default mapping. */
export function entraUser(overrides: object = {}): object {
  return {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User', enterprise],
    externalId: 'rania.khoury',
    userName: 'Rania.Khoury@cedar.example',
    active: true,
    addresses: [{ primary: false, type: 'work', country: 'JO', formatted: 'Amman' }],
    displayName: 'Rania Khoury',
    emails: [{ primary: true, type: 'work', value: 'Rania.Khoury@cedar.example' }],
    meta: { resourceType: 'User' },
    name: { formatted: 'Rania Khoury', familyName: 'Khoury', givenName: 'Rania' },
    phoneNumbers: [{ type: 'mobile', value: '+962 6 555 0100' }],
    preferredLanguage: 'ar',
    roles: [],
    title: 'Accountant',
    [enterprise]: { department: 'Payments', employeeNumber: '7', manager: { value: 'x' } },
    ...overrides,
  }
}

/** As Okta creates a user. */
export function oktaUser(overrides: object = {}): object {
  return {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    userName: 'omar@cedar.example',
    name: { givenName: 'Omar', familyName: 'Nasser' },
    emails: [{ primary: true, value: 'omar@cedar.example', type: 'work' }],
    displayName: 'Omar Nasser',
    locale: 'en-US',
    externalId: '00ujl29u0le5T6Aj10h7',
    groups: [],
    password: '1mz050nq',
    active: true,
    ...overrides,
  }
}
