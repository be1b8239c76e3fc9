import { expect, test } from 'vitest'
import type { Call } from '../../contract/call.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { type CallName, calls } from '../../contract/endpoints.ts'
import { type Permission, type Role, roles } from '../../contract/permissions.ts'
import { allCalls, nameOf } from '../support/contract.ts'
import {
  type MadeUser,
  makeFlag,
  makeGatewayKey,
  makeOrganization,
  makeScan,
  makeSession,
  makeUser,
  reportScans,
} from '../support/factories.ts'
import type { CallOptions } from '../support/request.ts'
import { createTestServer, type TestServer } from '../support/server.ts'

/** A user of an organization, a colleague, and a stranger from another organization. */
interface Scene {
  readonly server: TestServer
  readonly asker: MadeUser
  readonly colleague: MadeUser
  readonly stranger: MadeUser
  readonly ids: Readonly<Record<'ownFlag' | 'colleaguesFlag' | 'strangersFlag', string>>
}

interface Attempt {
  readonly path: string
  readonly body?: unknown
}

type Statuses = Readonly<Record<Role, number>>

/** A target of a call. */
interface Kind {
  /** Fields that replace those of the call's example. */
  readonly input?: (scene: Scene) => object
  /** The status for each role with a valid token; by default that of the call's access. */
  readonly status?: Statuses
  /** Whether the answer may contain data of other organizations. */
  readonly showsAll?: true
}

const everyone: Statuses = { employee: 200, team_lead: 200, super_admin: 200 }
const leads: Statuses = { ...everyone, employee: 403 }
const admins: Statuses = { ...leads, team_lead: 403 }
const notFound: Statuses = { employee: 404, team_lead: 404, super_admin: 404 }

/** A second table of permissions, so that an error in the contract's own table fails a test. */
const statusOf: Readonly<Record<Permission | 'signed-in', Statuses>> = {
  'signed-in': everyone,
  'view:own': everyone,
  'manage:flags': everyone,
  'view:team': leads,
  'view:admin': admins,
  'manage:users': admins,
  'manage:organizations': admins,
  'manage:receipts': admins,
}

const user =
  (whose: 'asker' | 'colleague' | 'stranger') =>
  (scene: Scene): object => ({ id: scene[whose].id })

const flag =
  (whose: keyof Scene['ids']) =>
  ({ ids }: Scene): object => ({ id: ids[whose] })

const organization =
  (whose: 'asker' | 'stranger') =>
  (scene: Scene): object => ({ organization_id: scene[whose].organizationId, month: 1 })

const saving =
  (where: 'asker' | 'stranger', id?: 'colleague' | 'stranger') =>
  (scene: Scene): object => ({
    username: 'newcomer',
    email: 'newcomer@firm.example',
    organization_id: scene[where].organizationId,
    ...(id === undefined ? {} : { id: scene[id].id }),
  })

/** Calls with an id in the path. */
type NamesInPath = {
  [Name in CallName]: (typeof calls)[Name]['endpoint']['path'] extends `${string}:${string}`
    ? Name
    : never
}[CallName]

/**
 * Calls that are tried on own and on foreign targets; a call with an id in its path without an entry
 * is a type error. Every other call is tried once, with its example.
 */
const kindsOf: Readonly<Record<NamesInPath, Record<string, Kind>>> &
  Readonly<Partial<Record<CallName, Record<string, Kind>>>> = {
  flagsRemove: {
    'of their own': { input: flag('ownFlag') },
    'of a colleague': { input: flag('colleaguesFlag'), status: notFound },
    'of a stranger': { input: flag('strangersFlag'), status: notFound },
  },
  flagsEvidence: { '': { input: () => ({ value: 'strange.example' }) } },
  adminUsers: { '': { showsAll: true } },
  adminUsersSave: {
    'a new colleague': { input: saving('asker') },
    'a new stranger': { input: saving('stranger') },
    'a colleague': { input: saving('asker', 'colleague') },
    // The answer repeats the id from the request.
    'a stranger': { input: saving('stranger', 'stranger'), showsAll: true },
  },
  adminUsersRemove: {
    themselves: { input: user('asker'), status: { ...admins, super_admin: 409 } },
    'a colleague': { input: user('colleague') },
    'a stranger': { input: user('stranger') },
  },
  adminOrganizations: { '': { showsAll: true } },
  adminReceipt: {
    'of their own organization': { input: organization('asker') },
    'of another organization': { input: organization('stranger') },
  },
  adminAudit: { '': { showsAll: true } },
}

const kindsByName: ReadonlyMap<string, Record<string, Kind>> = new Map(Object.entries(kindsOf))

const cases = Object.entries<Call>(calls).flatMap(([name, { endpoint, examples }]) => {
  const { access } = endpoint
  if (access === 'public' || access === 'gateway') return []
  return Object.entries(kindsByName.get(name) ?? { '': {} }).map(([kind, row]) => ({
    call: nameOf(endpoint),
    kind,
    status: row.status ?? statusOf[access],
    showsAll: row.showsAll ?? false,
    attempt: (scene: Scene) =>
      requestOf(endpoint, { ...asObject(examples.input), ...row.input?.(scene) }),
  }))
})

function asObject(input: unknown): object {
  return typeof input === 'object' && input !== null ? input : {}
}

/** Puts path parameters into the path and the other fields into the query or the body. */
function requestOf({ method, path }: Endpoint, input: object): Attempt {
  const fields = new Map(Object.entries(input))
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = String(fields.get(name))
    fields.delete(name)
    return value
  })
  if (method !== 'GET') {
    return fields.size === 0 ? { path: filled } : { path: filled, body: Object.fromEntries(fields) }
  }
  const query = new URLSearchParams([...fields].map(([name, value]) => [name, String(value)]))
  return { path: query.size === 0 ? filled : `${filled}?${query}` }
}

async function setScene(server: TestServer, role: Role): Promise<Scene> {
  const asker = await makeUser(server, { role, full_name: 'Asker' })
  const { organizationId } = asker
  const colleague = await makeUser(server, { organizationId, full_name: 'Colleague' })
  const strange = await makeOrganization(server, { name: 'strange organization' })
  const stranger = await makeUser(server, {
    organizationId: strange,
    username: 'strange-person',
    full_name: 'A strange person',
  })
  await reportScans(server, stranger, [
    { threat_level: 'malicious', sender: 'a@strange.example', detection_reason: 'strange' },
    { threat_level: 'suspicious', subject: 'strange' },
  ])
  const flagOf = (user: MadeUser, value: string) =>
    makeFlag(server, user, { flag_type: 'red', value })
  const ids = {
    ownFlag: await flagOf(asker, 'own.example'),
    colleaguesFlag: await flagOf(colleague, 'colleague.example'),
    strangersFlag: await flagOf(stranger, 'strange.example'),
  }
  return { server, asker, colleague, stranger, ids }
}

function send({ server }: Scene, call: string, { path, body }: Attempt, token?: string) {
  const options: CallOptions = {
    ...(token === undefined ? {} : { token }),
    ...(body === undefined ? {} : { body }),
  }
  const method = call.split(' ')[0]
  if (method === 'GET') return server.get(`/api${path}`, options)
  if (method === 'DELETE') return server.delete(`/api${path}`, options)
  return server.post(`/api${path}`, options)
}

function withNonsense(call: string, attempt: Attempt): Attempt {
  if (call.startsWith('GET '))
    return { path: `${attempt.path}${attempt.path.includes('?') ? '&' : '?'}nonsense=1` }
  return { ...attempt, body: { nonsense: 1 } }
}

/** Everything that a rejected call must not change. The last use of a session is not included. */
async function snapshot({ database }: TestServer): Promise<string> {
  const audit = database.selectFrom('audit').selectAll().where('action', '!=', 'refused')
  return JSON.stringify([
    await database.selectFrom('users').selectAll().orderBy('id').execute(),
    await database.selectFrom('organizations').selectAll().orderBy('id').execute(),
    await database.selectFrom('flags').selectAll().orderBy('id').execute(),
    await database.selectFrom('scans').selectAll().orderBy('id').execute(),
    await database.selectFrom('monthly_scans').selectAll().execute(),
    await database.selectFrom('mails').selectAll().execute(),
    await database.selectFrom('receipts').selectAll().execute(),
    await audit.execute(),
    await database.selectFrom('sessions').select('token_hash').execute(),
  ])
}

/** The calls that a role was denied, from the audit trail. */
async function rejectedCalls({ database }: TestServer): Promise<string[]> {
  const refused = database.selectFrom('audit').select('detail').where('action', '=', 'refused')
  return (await refused.execute()).map(({ detail }) => detail)
}

test('every call is in the table of permissions', () => {
  const names = allCalls.map(({ endpoint }) => `${endpoint.access} ${nameOf(endpoint)}`)
  expect(names.filter((name) => /^(?:public|gateway) /.test(name))).toEqual([
    'public GET /health',
    'public GET /ready',
    'public POST /auth/login',
    'public GET /privacy-policy',
    'gateway POST /scans',
  ])
  const forAdmins = cases.filter(({ call }) => call.includes(' /admin/'))
  expect(forAdmins.every(({ status }) => status.team_lead === 403)).toBe(true)
})

test.each(cases)(
  '$call $kind returns what the role may see',
  { tags: ['R337', 'R338', 'R339', 'R341', 'R342', 'R343', 'R344', 'R345'] },
  async ({ call, attempt, status, showsAll }) => {
    for (const role of roles) {
      await using server = await createTestServer()
      const scene = await setScene(server, role)
      const token = await makeSession(server, scene.asker)
      const before = await snapshot(server)
      const answer = await send(scene, call, attempt(scene), token)
      expect(answer.status, `${role}: ${answer.text}`).toBe(status[role])
      if (answer.status !== 200) {
        expect(answer.detail).not.toBe('')
        expect(await snapshot(server)).toBe(before)
      }
      expect(await rejectedCalls(server)).toEqual(answer.status === 403 ? [call] : [])
      // The property: no call returns data of another organization.
      if (!showsAll || answer.status !== 200) {
        expect(answer.text).not.toMatch(/strange/i)
        expect(answer.text).not.toContain(scene.stranger.id)
        expect(answer.text).not.toContain(scene.stranger.organizationId)
      }
    }
  },
)

test.each(cases)(
  '$call $kind without a valid token is a 401 that changes nothing',
  { tags: ['R340'] },
  async ({ call, attempt }) => {
    await using server = await createTestServer()
    const scene = await setScene(server, 'super_admin')
    const expired = await makeSession(server, scene.asker)
    const gateway = await makeGatewayKey(server, scene.asker.organizationId)
    server.clock.pass(13 * 60 * 60 * 1000)
    const before = await snapshot(server)
    for (const token of [undefined, '', 'nonsense', expired, `${expired}x`, gateway]) {
      const answer = await send(scene, call, attempt(scene), token)
      expect(answer.status).toBe(401)
      expect(answer.detail).not.toBe('')
      // A caller without permission learns nothing about errors in the input.
      const nonsense = await send(scene, call, withNonsense(call, attempt(scene)), token)
      expect(nonsense.status).toBe(401)
    }
    expect(await snapshot(server)).toBe(before)
  },
)

test.each(cases.filter(({ call }) => call.startsWith('GET ')))(
  '$call changes nothing, because browsers send GET requests on their own',
  async ({ attempt }) => {
    await using server = await createTestServer()
    const scene = await setScene(server, 'super_admin')
    const token = await makeSession(server, scene.asker)
    const before = await snapshot(server)
    const { path } = attempt(scene)
    for (const method of ['GET', 'HEAD']) {
      const headers = { authorization: `Bearer ${token}` }
      const answer = await server.app.request(`/api${path}`, { method, headers })
      expect(answer.status).toBe(200)
      await answer.text()
    }
    expect(await snapshot(server)).toBe(before)
  },
)

test('a gateway reports only for its own organization, and only with its key', {
  tags: ['R340'],
}, async () => {
  await using server = await createTestServer()
  const scene = await setScene(server, 'super_admin')
  const key = await makeGatewayKey(server, scene.asker.organizationId)
  const token = await makeSession(server, scene.asker)
  const own = makeScan({ recipient: scene.asker.email })
  const strange = makeScan({ recipient: scene.stranger.email })
  expect((await server.post('/api/scans', { token: key, body: own })).status).toBe(200)
  expect((await server.post('/api/scans', { token: key, body: strange })).status).toBe(404)
  expect((await server.post('/api/scans', { token, body: own })).status).toBe(401)
  expect((await server.post('/api/scans', { body: own })).status).toBe(401)
})
