import { afterAll, expect, test } from 'vitest'
import {
  type Asker,
  type Attempt,
  askers,
  cases,
  type Scene,
  setScene,
} from '../../support/server/access-cases.ts'
import type { CallOptions } from '../../support/server/request.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { allCalls, nameOf } from '../../support/worlds/contract.ts'
import { makeSession } from '../../support/worlds/factories.ts'
import { makeGatewayKey, makeScan } from '../../support/worlds/mail-factories.ts'

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
    await database
      .selectFrom('gateway_keys')
      .select(['id', 'key_hash', 'expires_at', 'revoked_at'])
      .orderBy('id')
      .execute(),
    await database
      .selectFrom('scim_tokens')
      .select(['id', 'token_hash', 'revoked_at'])
      .orderBy('id')
      .execute(),
    await database.selectFrom('scim_settings').selectAll().execute(),
    await database.selectFrom('webhooks').selectAll().orderBy('id').execute(),
    await database.selectFrom('organization_domains').selectAll().orderBy('domain').execute(),
    await audit.execute(),
    await database.selectFrom('sessions').select('token_hash').execute(),
  ])
}

interface Stage extends AsyncDisposable {
  readonly scene: Scene
  /** Denials of a call are recorded once in an hour. */
  readonly denied: Set<string>
}

/** A server for each role: most calls of this file change nothing, as it shows, and need no other. */
const stages = new Map<Asker, Stage>()
afterAll(async () => {
  for (const stage of stages.values()) await stage[Symbol.asyncDispose]()
})

async function stageOf(who: Asker, isUsable: (stage: Stage) => boolean = () => true) {
  const kept = stages.get(who)
  // Only a test that finds nothing changed gives it back.
  stages.delete(who)
  if (kept !== undefined && isUsable(kept)) return kept
  await kept?.[Symbol.asyncDispose]()
  const server = await createTestServer()
  const scene = await setScene(server, who)
  return {
    scene,
    denied: new Set<string>(),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

/** The calls that a role was denied, from the audit trail. */
async function rejectedCalls({ database }: TestServer): Promise<string[]> {
  const refused = database.selectFrom('audit').select('detail').where('action', '=', 'refused')
  return (await refused.execute()).map(({ detail }) => detail)
}

test('every call is in the table of permissions', () => {
  const names = allCalls.map((endpoint) => `${endpoint.access} ${nameOf(endpoint)}`)
  expect(names.filter((name) => /^(?:public|gateway|flag-gateway) /.test(name)).toSorted()).toEqual(
    [
      'flag-gateway GET /rspamd/domains',
      'flag-gateway GET /rspamd/flags/:flag_type',
      'gateway POST /rspamd',
      'gateway POST /scans',
      'public GET /auth/capabilities',
      'public GET /health',
      'public GET /privacy-policy',
      'public GET /ready',
      'public POST /auth/extension',
      'public POST /auth/login',
      'public POST /auth/login/code',
      'public POST /auth/login/forgotten-password',
      'public POST /auth/login/passkey',
      'public POST /auth/login/passkey/options',
      'public POST /auth/login/single-sign-on',
      'public POST /auth/login/single-sign-on/finish',
      'public POST /auth/password-link',
      'public POST /auth/password-link/password',
    ],
  )
  const forAdmins = cases.filter(({ call }) => call.includes(' /admin/'))
  expect(
    forAdmins.every(({ status }) => status.team_lead === 403 && status.organization_admin === 403),
  ).toBe(true)
  // The right opens its own calls, and no others.
  const opened = cases.filter(({ status }) => status.organization_admin !== status.team_lead)
  expect(new Set(opened.map(({ call }) => call))).toEqual(
    new Set(cases.filter(({ call }) => call.includes(' /organization')).map(({ call }) => call)),
  )
})

test.each(cases)(
  '$call $kind returns what the role may see, and a read changes nothing',
  { tags: ['R337', 'R338', 'R339', 'R341', 'R342', 'R343', 'R344', 'R345'] },
  async ({ call, attempt, status, showsAll }) => {
    for (const asker of askers) {
      const stage = await stageOf(asker, ({ denied }) => !denied.has(call))
      await using cleanUp = new AsyncDisposableStack()
      cleanUp.use(stage)
      const { scene } = stage
      const { server } = scene
      const token = await makeSession(server, scene.asker)
      const before = await snapshot(server)
      const answer = await send(scene, call, attempt(scene), token)
      expect(answer.status, `${asker}: ${answer.text}`).toBe(status[asker])
      const isRead = call.startsWith('GET ')
      if (isRead && answer.status === 200) {
        const sent = { method: 'HEAD', headers: { authorization: `Bearer ${token}` } }
        const head = await server.app.request(`/api${attempt(scene).path}`, sent)
        expect(head.status).toBe(200)
      }
      if (answer.status !== 200) expect(answer.detail).not.toBe('')
      // Browsers send GET requests on their own.
      if (isRead || answer.status !== 200) expect(await snapshot(server)).toBe(before)
      if (answer.status === 403) stage.denied.add(call)
      expect(await rejectedCalls(server)).toEqual([...stage.denied])
      // The property: no call returns data of another organization.
      if (!showsAll || answer.status !== 200) {
        expect(answer.text).not.toMatch(/strange/i)
        expect(answer.text).not.toContain(scene.stranger.id)
        expect(answer.text).not.toContain(scene.stranger.organizationId)
      }
      if (answer.status === 200 && !isRead) continue
      stages.set(asker, stage)
      cleanUp.move()
    }
  },
)

/** Tokens that are none, on a server whose sessions have ended. */
const strangers = await (async () => {
  const server = await createTestServer()
  afterAll(() => server[Symbol.asyncDispose]())
  const scene = await setScene(server, 'super_admin')
  const expired = await makeSession(server, scene.asker)
  const gateway = await makeGatewayKey(server, scene.asker.organizationId)
  server.clock.pass(13 * 60 * 60 * 1000)
  return { server, scene, tokens: [undefined, '', 'nonsense', expired, `${expired}x`, gateway] }
})()

test.each(cases)(
  '$call $kind without a valid token is a 401 that changes nothing',
  { tags: ['R340'] },
  async ({ call, attempt }) => {
    const { server, scene, tokens } = strangers
    const before = await snapshot(server)
    for (const token of tokens) {
      const answer = await send(scene, call, attempt(scene), token)
      expect(answer.status).toBe(401)
      expect(answer.detail).not.toBe('')
    }
    // A caller without permission learns nothing about errors in the input.
    expect((await send(scene, call, withNonsense(call, attempt(scene)))).status).toBe(401)
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
