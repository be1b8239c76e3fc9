import { chmod, mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createOutboundFetch } from '../../../server/core/outbound-fetch.ts'
import { dovecot, honest, phishing, startMailboxLab } from '../../support/mailboxes/lab.ts'
import { startIdentityProvider } from '../../support/server/identity-provider.ts'
import { makeSession, makeUser } from '../../support/worlds/factories.ts'

const publicUrl = 'https://aman.example'
const path = '/api/account/mailbox'

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
    const begun = await lab.server.post(`${path}/sign-in`, { token, body })
    const url = String(Object(begun.body).url)
    const back = new URL(await provider.visit(url, { sub: name }))
    return Object.fromEntries(back.searchParams)
  }
  const finish = (body: object, by = token) =>
    lab.server.post(`${path}/sign-in/finish`, { token: by, body })
  const shown = async () => Object((await lab.server.get(path, { token })).body).mailbox
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
    await lab.server.post(`${path}/settings`, { token, body: { action: 'move', is_active: true } })
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
