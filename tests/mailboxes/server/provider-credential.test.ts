import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { chmod, mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { minuteMs } from '../../../server/core/clock.ts'
import { createOutboundFetch } from '../../../server/core/outbound-fetch.ts'
import { dovecot, honest, phishing, startMailboxLab } from '../../support/mailboxes/lab.ts'
import { keyFile, startProviderLab } from '../../support/mailboxes/provider-lab.ts'
import { application } from '../../support/mailboxes/token-endpoint.ts'
import { startIdentityProvider } from '../../support/server/identity-provider.ts'
import { createTestServer } from '../../support/server/server.ts'
import { until } from '../../support/until.ts'
import {
  makeDomain,
  makeOrganization,
  makeSession,
  makeUser,
} from '../../support/worlds/factories.ts'

const path = '/api/organization/mailbox-credential'
const kinds = ['google', 'microsoft'] as const

describe.skipIf(dovecot === undefined).each(kinds)(
  'the credential of an organization at %s',
  (kind) => {
    test('opens the mailbox of each user with tokens, which are kept until shortly before their end', async () => {
      await using lab = await startProviderLab(kind)
      const { server, endpoint } = lab
      await lab.join('ghost')
      expect(await lab.enterKey()).toMatchObject({ status: 200 })
      expect(endpoint.given()).toBe(1)
      lab.startWorker()
      await lab.shows({
        ...{ watched: 2, waiting: 0 },
        failing: [
          { full_name: 'ghost', address: 'ghost@olive.example', problem: 'unknown', is_over: true },
        ],
      })
      // One for each mailbox, or one for the organization, besides that of the check.
      const perStart = kind === 'google' ? 2 : 1
      const got = () => endpoint.given() - 1
      // Microsoft's was replaced once, when it did not open the mailbox of ghost.
      expect(got()).toBeLessThanOrEqual(perStart + (kind === 'google' ? 0 : 1))
      const first = got()
      for (const name of ['rania', 'omar']) await lab.imap.deliver(name, phishing(name))
      const counted = async () =>
        (await server.database.selectFrom('scans').select('id').execute()).length
      await expect.poll(counted).toBe(2)
      await lab.restart()
      await lab.imap.deliver('rania', phishing('after'))
      await lab.imap.deliver('omar', phishing('afterwards'))
      await expect.poll(counted).toBe(4)
      expect(got()).toBe(first)
      await lab.passHour()
      await lab.restart()
      await expect.poll(got).toBe(first + perStart)
      const { credential } = await lab.shown()
      expect(credential).toMatchObject({ kind, state: 'active', refusal: null })
      const rows = await server.database.selectFrom('mailbox_credentials').selectAll().execute()
      const audit = await server.database.selectFrom('audit').selectAll().execute()
      const own = await server.post('/api/account/data', { token: lab.lead })
      const texts = [
        JSON.stringify([await lab.shown(), rows, audit]),
        own.text,
        server.logged.join(),
      ]
      for (const text of texts) {
        expect(text).not.toContain(application.client_secret)
        expect(text).not.toContain('PRIVATE KEY')
        expect(text).not.toContain('token-1-')
      }
      expect((await server.delete(path, { token: lab.lead })).status).toBe(200)
      for (const table of ['mailbox_credentials', 'mailboxes'] as const) {
        expect(await server.database.selectFrom(table).selectAll().execute()).toEqual([])
      }
    })

    test('goes on where the provider ends its tokens early, or does not answer for a while', async () => {
      await using lab = await startProviderLab(kind)
      await lab.enterKey()
      const worker = lab.startWorker()
      await lab.shows({ watched: 2, failing_count: 0 })
      // Some mail servers refuse them, others say that they cannot be used for now.
      lab.endpoint.endTokens(kind === 'google' ? 200 : 503)
      await lab.restart()
      await lab.imap.deliver('rania', phishing('rania'))
      const counted = async () =>
        (await lab.server.database.selectFrom('scans').select('id').execute()).length
      await expect.poll(counted).toBe(1)
      await lab.passHour()
      lab.endpoint.isDown = true
      // A new one has waited for nothing yet, so that its pauses are short.
      await worker.stop()
      lab.startWorker()
      expect(await until(() => lab.endpoint.missed() >= 4)).toBe(true)
      await lab.shows({ failing_count: 2 })
      const row = () =>
        lab.server.database
          .selectFrom('mailbox_credentials')
          .select(['state', 'refusals'])
          .executeTakeFirst()
      expect(await row()).toEqual({ state: 'active', refusals: 0 })
      lab.endpoint.isDown = false
      await lab.shows({ watched: 2, failing_count: 0 })
    })

    test('stops all after three refusals of the provider, and says why', async () => {
      await using lab = await startProviderLab(kind)
      await lab.enterKey()
      lab.startWorker()
      await lab.shows({ watched: 2, failing_count: 0 })
      const [error, refusal] = {
        google: ['unauthorized_client', 'google_not_delegated'] as const,
        microsoft: ['invalid_client', 'microsoft_secret_refused'] as const,
      }[kind]
      lab.endpoint.refuses = { status: 401, error }
      lab.endpoint.endTokens()
      await lab.restart()
      const isRefused = async () => {
        // A refused credential is tried once a minute.
        lab.server.clock.pass(minuteMs)
        return Object((await lab.shown()).credential).state === 'refused'
      }
      expect(await until(isRefused, { everyMs: 50 })).toBe(true)
      expect((await lab.shown()).credential).toMatchObject({ refusal })
      lab.endpoint.refuses = undefined
      expect(await lab.enterKey()).toMatchObject({ status: 200 })
      await lab.shows({ watched: 2, failing_count: 0 })
      expect((await lab.shown()).credential).toMatchObject({ state: 'active', refusal: null })
    })
  },
)

const refusals = [
  ['google', 400, 'invalid_grant', 'google_key_refused'],
  ['google', 401, 'invalid_client', 'google_key_refused'],
  ['google', 401, 'unauthorized_client', 'google_not_delegated'],
  ['google', 403, 'access_denied', 'google_not_delegated'],
  ['google', 503, 'invalid_grant', 'provider_unreachable'],
  ['google', 429, 'rate_limit_exceeded', 'provider_unreachable'],
  ['microsoft', 401, 'invalid_client', 'microsoft_secret_refused'],
  ['microsoft', 400, 'unauthorized_client', 'microsoft_application_unknown'],
  ['microsoft', 400, 'invalid_request', 'microsoft_application_unknown'],
  ['microsoft', 400, 'temporarily_unavailable', 'provider_unreachable'],
] as const

describe.skipIf(dovecot === undefined)('a credential that is entered', () => {
  test.each(kinds)(
    'at %s is kept only if it opens a mailbox; otherwise one reads why',
    async (kind) => {
      await using lab = await startProviderLab(kind)
      const { endpoint } = lab
      const codeOf = async (more: object) => (await lab.enterKey(more)).code
      for (const [at, status, error, code] of refusals) {
        if (at !== kind) continue
        endpoint.refuses = { status, error }
        expect(await codeOf({}), error).toBe(code)
      }
      endpoint.refuses = undefined
      endpoint.isDown = true
      expect(await codeOf({})).toBe('provider_unreachable')
      endpoint.isDown = false
      await lab.join('ghost')
      const ghost = { address: 'ghost@olive.example' }
      if (kind === 'google') {
        expect(await codeOf(ghost)).toBe('google_key_refused')
        // Gmail gives a token, and has no IMAP for this user.
        endpoint.mailboxes.add(ghost.address)
        expect(await codeOf(ghost)).toBe('google_mailbox_refused')
      } else {
        expect(await codeOf(ghost)).toBe('microsoft_mailbox_refused')
        const other = '00000000-5a3b-4c55-9d2a-0f6c1b2a3d4e'
        expect(await codeOf({ tenant: 'elsewhere.example' })).toBe('microsoft_application_unknown')
        expect(await codeOf({ client_id: other })).toBe('microsoft_application_unknown')
        expect(await codeOf({ client_secret: 'guessed' })).toBe('microsoft_secret_refused')
        for (const tenant of ['..', 'a/b', 'x?y=', '', 'a b']) {
          expect(await codeOf({ tenant }), tenant).toBe('invalid_input')
        }
        expect(await codeOf({ client_id: 'aman' })).toBe('invalid_input')
      }
      expect(await lab.shown()).toMatchObject({ credential: null })
      expect(await lab.server.database.selectFrom('mailboxes').selectAll().execute()).toEqual([])
    },
  )
})

test('a file that is no key of a service account is told from one, and none is called', async () => {
  const called: string[] = []
  await using server = await createTestServer({
    services: {
      outboundFetch: async (url) => {
        called.push(url)
        throw new Error('it is called')
      },
    },
  })
  const organizationId = await makeOrganization(server)
  await makeDomain(server, organizationId, 'olive.example')
  await makeUser(server, { organizationId, email: 'rania@olive.example' })
  const lead = await makeUser(server, {
    ...{ organizationId, email: 'lead@cedar.example', role: 'team_lead' },
    managed_organization_id: organizationId,
  })
  const token = await makeSession(server, lead)
  const enter = async (key_file: string) =>
    (await server.post(path, { token, body: { address: 'rania@olive.example', key_file } })).code
  const pem = (key: KeyObject) => String(key.export({ type: 'pkcs8', format: 'pem' }))
  const weak = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey
  const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
  const others = [
    'no JSON',
    '[]',
    'null',
    '"a text"',
    '[['.repeat(3000),
    // A client of OAuth, which the console offers for download in the same place.
    JSON.stringify({ installed: { client_id: 'x', client_secret: 'y' } }),
    JSON.stringify({ ...keyFile, type: 'authorized_user' }),
    JSON.stringify({ ...keyFile, client_email: undefined }),
    JSON.stringify({ ...keyFile, client_email: 'aman\n@x' }),
    JSON.stringify({ ...keyFile, private_key: 7 }),
    JSON.stringify({ ...keyFile, private_key: 'a key' }),
    JSON.stringify({ ...keyFile, private_key: pem(weak) }),
    JSON.stringify({ ...keyFile, private_key: pem(curve) }),
  ]
  for (const text of others) expect(await enter(text), text).toBe('not_a_key_file')
  expect(await enter('x'.repeat(8001))).toBe('invalid_input')
  expect(await enter('x'.repeat(1_000_000))).toBe('too_large')
  expect(called).toEqual([])
  const wrong = await enter(JSON.stringify(keyFile))
  expect(wrong).toBe('provider_unreachable')
  expect(called).toEqual(['https://oauth2.googleapis.com/token'])
})

const publicUrl = 'https://aman.example'
const pathSignIn = '/api/account/mailbox'

/** Dovecot, which asks the provider about each token, and a server whose operator registered at it. */
async function startSignInLab() {
  await using started = new AsyncDisposableStack()
  const provider = started.use(await startIdentityProvider())
  provider.register({ redirectUri: `${publicUrl}/dashboard/account` })
  const files = started.use(await mkdtempDisposable(join(tmpdir(), 'aman-oauth-')))
  // For the account of Dovecot.
  await chmod(files.path, 0o755)
  const settings = join(files.path, 'oauth.conf')
  const authority = join(files.path, 'authority.pem')
  await writeFile(authority, provider.ca)
  await writeFile(
    settings,
    `introspection_url = ${provider.issuer}/me
introspection_mode = auth
username_attribute = sub
tls_ca_cert_file = ${authority}
`,
  )
  const { clientId, clientSecret, issuer } = provider
  const lab = started.use(
    await startMailboxLab({
      lines: `auth_mechanisms = plain xoauth2 oauthbearer
passdb {
  driver = oauth2
  mechanisms = xoauth2 oauthbearer
  args = ${settings}
}`,
      services: {
        publicUrl,
        outboundFetch: createOutboundFetch({ privateNetworks: '127.0.0.0/8', ca: provider.ca }),
        mailApplications: [{ at: 'localhost', clientId, clientSecret, issuer }],
      },
    }),
  )
  lab.server.clock.pass(Date.now() - lab.server.clock().getTime())
  const token = await makeSession(lab.server, lab.user)
  const place = { host: 'localhost', port: lab.imap.tlsPort, security: 'tls' }
  const signIn = async (name: string) => {
    const body = { address: lab.user.email, ...place, username: 'rania' }
    const begun = await lab.server.post(`${pathSignIn}/sign-in`, { token, body })
    const url = String(Object(begun.body).url)
    const back = new URL(await provider.visit(url, { sub: name }))
    return Object.fromEntries(back.searchParams)
  }
  const finish = (body: object, by = token) =>
    lab.server.post(`${pathSignIn}/sign-in/finish`, { token: by, body })
  const shown = async () => Object((await lab.server.get(pathSignIn, { token })).body).mailbox
  const parts = started.move()
  return {
    lab,
    provider,
    signIn,
    finish,
    shown,
    token,
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  }
}

describe.skipIf(dovecot === undefined)('a mailbox at a provider with a page to sign in', () => {
  test('is watched with tokens, until its user withdraws the consent', async () => {
    await using scene = await startSignInLab()
    const { lab, provider, token } = scene
    expect((await scene.finish(await scene.signIn('rania'))).status).toBe(200)
    const [row] = await lab.server.database.selectFrom('mailboxes').selectAll().execute()
    expect(row?.sealed_password).toMatch(/^\S{40,}$/)
    await lab.server.post(`${pathSignIn}/settings`, {
      token,
      body: { action: 'move', is_active: true },
    })
    lab.startWorker()
    await lab.imap.deliver('rania', honest('minutes'))
    await lab.imap.deliver('rania', phishing('limited'))
    await lab.holds(1, 1)
    expect(await scene.shown()).toMatchObject({ signs_in: true, state: 'active', problem: null })
    await provider.withdrawConsents()
    await lab.imap.kill()
    await lab.imap.start()
    await expect.poll(scene.shown).toMatchObject({ state: 'refused', problem: 'consent' })
    const tries = lab.server.logged.filter((line) => line.includes('"problem":"consent"'))
    expect(tries).toHaveLength(1)
    expect(lab.server.logged.join('\n')).not.toContain(row?.sealed_password)
  })

  test('is connected only by who began, with a code that works once, in time, for its own mailbox', async () => {
    await using scene = await startSignInLab()
    const { lab } = scene
    const { organizationId } = lab.user
    const other = await makeSession(lab.server, await makeUser(lab.server, { organizationId }))
    const back = await scene.signIn('rania')
    expect((await scene.finish(back, other)).code).toBe('mailbox_sign_in_failed')
    expect((await scene.finish({ ...back, code: 'guessed' })).code).toBe('mailbox_sign_in_failed')
    expect((await scene.finish({ ...back, state: 'forged' })).code).toBe('mailbox_sign_in_failed')
    expect((await scene.finish(await scene.signIn('omar'))).code).toBe('mailbox_sign_in_failed')
    const late = await scene.signIn('rania')
    lab.server.clock.pass(11 * 60_000)
    expect((await scene.finish(late)).code).toBe('mailbox_sign_in_failed')
    expect(await scene.shown()).toBeNull()
  })
})
