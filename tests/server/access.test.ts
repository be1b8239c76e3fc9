import { expect, test } from 'vitest'
import { type Role, roles } from '../../contract/permissions.ts'
import { bindCalls } from '../../server/calls.ts'
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

interface Row {
  readonly attempt: (scene: Scene) => Attempt | Promise<Attempt>
  /** The status for each role with a valid token. */
  readonly status: Statuses
  /** Whether the answer may contain data of other organizations. */
  readonly showsAll?: true
}

const everyone: Statuses = { employee: 200, team_lead: 200, super_admin: 200 }
const leads: Statuses = { ...everyone, employee: 403 }
const admins: Statuses = { ...leads, team_lead: 403 }
const notFound: Statuses = { employee: 404, team_lead: 404, super_admin: 404 }

const plain =
  (path: string, body?: unknown): Row['attempt'] =>
  () => ({ path, body })

const removal =
  (whose: 'asker' | 'colleague' | 'stranger'): Row['attempt'] =>
  (scene) => ({ path: `/admin/users/${scene[whose].id}` })

const flagRemoval =
  (whose: keyof Scene['ids']): Row['attempt'] =>
  ({ ids }) => ({ path: `/flags/remove/${ids[whose]}` })

const receipt =
  (whose: 'asker' | 'stranger'): Row['attempt'] =>
  (scene) => ({ path: `/admin/generate-receipt/${scene[whose].organizationId}/2025/1` })

const saving =
  (where: 'asker' | 'stranger', id?: 'colleague' | 'stranger'): Row['attempt'] =>
  (scene) => ({
    path: '/admin/users/detailed',
    body: {
      username: 'newcomer',
      email: 'newcomer@firm.example',
      full_name: 'A Newcomer',
      role: 'employee',
      organization_id: scene[where].organizationId,
      password: 'violet kettle drum',
      ...(id === undefined ? {} : { id: scene[id].id }),
    },
  })

/**
 * Every call for users, with one row for each kind of target that it may be tried on. A call
 * without a row fails the first test.
 */
const rows: Record<string, Record<string, Row>> = {
  'GET /auth/me': { '': { attempt: plain('/auth/me'), status: everyone } },
  'GET /auth/session': { '': { attempt: plain('/auth/session'), status: everyone } },
  'POST /auth/session': { '': { attempt: plain('/auth/session'), status: everyone } },
  'POST /auth/logout': { '': { attempt: plain('/auth/logout'), status: everyone } },
  'POST /users/consent': { '': { attempt: plain('/users/consent'), status: everyone } },
  'GET /dashboard/employee': { '': { attempt: plain('/dashboard/employee'), status: everyone } },
  'GET /dashboard/team': { '': { attempt: plain('/dashboard/team'), status: leads } },
  'GET /flags/list': { '': { attempt: plain('/flags/list'), status: everyone } },
  'GET /flags/evidence': {
    '': { attempt: plain('/flags/evidence?value=strange.example'), status: everyone },
  },
  'POST /flags/add': {
    '': {
      attempt: plain('/flags/add', { flag_type: 'red', value: 'new.example' }),
      status: everyone,
    },
  },
  'DELETE /flags/remove/:id': {
    'of their own': { attempt: flagRemoval('ownFlag'), status: everyone },
    'of a colleague': { attempt: flagRemoval('colleaguesFlag'), status: notFound },
    'of a stranger': { attempt: flagRemoval('strangersFlag'), status: notFound },
  },
  'GET /admin/dashboard': { '': { attempt: plain('/admin/dashboard'), status: admins } },
  'GET /admin/users': { '': { attempt: plain('/admin/users'), status: admins, showsAll: true } },
  'POST /admin/users/detailed': {
    'a new colleague': { attempt: saving('asker'), status: admins },
    'a new stranger': { attempt: saving('stranger'), status: admins },
    'a colleague': { attempt: saving('asker', 'colleague'), status: admins },
    // The answer repeats the id from the request.
    'a stranger': { attempt: saving('stranger', 'stranger'), status: admins, showsAll: true },
  },
  'DELETE /admin/users/:id': {
    themselves: { attempt: removal('asker'), status: { ...admins, super_admin: 409 } },
    'a colleague': { attempt: removal('colleague'), status: admins },
    'a stranger': { attempt: removal('stranger'), status: admins },
  },
  'GET /admin/organizations': {
    '': { attempt: plain('/admin/organizations'), status: admins, showsAll: true },
  },
  'POST /admin/organizations/detailed': {
    '': {
      attempt: plain('/admin/organizations/detailed', {
        name: 'A new one',
        industry: 'other',
        contact_email: 'office@new.example',
      }),
      status: admins,
    },
  },
  'POST /team/support-request': {
    '': {
      attempt: plain('/team/support-request', {
        request_type: 'technical_issue',
        priority: 'low',
        subject: 'A subject',
        description: 'A description',
      }),
      status: leads,
    },
  },
  'POST /admin/generate-receipt/:organization_id/:year/:month': {
    'of their own organization': { attempt: receipt('asker'), status: admins },
    'of another organization': { attempt: receipt('stranger'), status: admins },
  },
  'GET /admin/audit': { '': { attempt: plain('/admin/audit'), status: admins, showsAll: true } },
}

const cases = Object.entries(rows).flatMap(([call, kinds]) =>
  Object.entries(kinds).map(([kind, row]) => ({ call, kind, row })),
)

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

test('every call is in the table of permissions', async () => {
  await using server = await createTestServer()
  const calls = bindCalls(server.services).map(({ endpoint }) => endpoint)
  const forUsers = calls.filter(({ access }) => access !== 'public' && access !== 'gateway')
  const names = forUsers.map(({ method, path }) => `${method} ${path}`)
  expect(Object.keys(rows).toSorted()).toEqual(names.toSorted())
  const others = calls.filter(({ access }) => access === 'public' || access === 'gateway')
  expect(others.map(({ method, path, access }) => `${access} ${method} ${path}`)).toEqual([
    'public GET /health',
    'public GET /ready',
    'public POST /auth/login',
    'public GET /privacy-policy',
    'gateway POST /scans',
  ])
})

test.each(cases)(
  '$call $kind returns what the role may see',
  { tags: ['R337', 'R338', 'R339', 'R341', 'R342', 'R343', 'R344', 'R345'] },
  async ({ call, row }) => {
    for (const role of roles) {
      await using server = await createTestServer()
      const scene = await setScene(server, role)
      const token = await makeSession(server, scene.asker)
      const before = await snapshot(server)
      const answer = await send(scene, call, await row.attempt(scene), token)
      expect(answer.status, `${role}: ${answer.text}`).toBe(row.status[role])
      if (answer.status !== 200) {
        expect(answer.detail).not.toBe('')
        expect(await snapshot(server)).toBe(before)
      }
      expect(await rejectedCalls(server)).toEqual(answer.status === 403 ? [call] : [])
      // The property: no call returns data of another organization.
      if (row.showsAll === undefined || answer.status !== 200) {
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
  async ({ call, row }) => {
    await using server = await createTestServer()
    const scene = await setScene(server, 'super_admin')
    const expired = await makeSession(server, scene.asker)
    const gateway = await makeGatewayKey(server, scene.asker.organizationId)
    server.clock.pass(13 * 60 * 60 * 1000)
    const before = await snapshot(server)
    for (const token of [undefined, '', 'nonsense', expired, `${expired}x`, gateway]) {
      const attempt = await row.attempt(scene)
      const answer = await send(scene, call, attempt, token)
      expect(answer.status).toBe(401)
      expect(answer.detail).not.toBe('')
      // A caller without permission learns nothing about errors in the input.
      const nonsense = await send(scene, call, withNonsense(call, attempt), token)
      expect(nonsense.status).toBe(401)
    }
    expect(await snapshot(server)).toBe(before)
  },
)

test.each(cases.filter(({ call }) => call.startsWith('GET ')))(
  '$call changes nothing, because browsers send GET requests on their own',
  async ({ row }) => {
    await using server = await createTestServer()
    const scene = await setScene(server, 'super_admin')
    const token = await makeSession(server, scene.asker)
    const before = await snapshot(server)
    const { path } = await row.attempt(scene)
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
