import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { demoOrganizations, demoPassword } from '../../../server/demo/accounts.ts'
import { freePort } from '../../support/server/free-port.ts'
import { startIdentityProvider } from '../../support/server/identity-provider.ts'
import { startServerProcess } from '../../support/server/server-process.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { until } from '../../support/until.ts'

/** A demo as a visitor starts it, on its own folder. */
async function startDemo(environment: Record<string, string> = {}) {
  await using cleanUp = new AsyncDisposableStack()
  const folder = cleanUp.use(await temporaryFolder())
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const demo = await startServerProcess(
    {
      DATABASE_URL: `file:${join(folder.path, 'aman.db')}`,
      PORT: String(port),
      ...environment,
      ...('PUBLIC_URL' in environment ? { PUBLIC_URL: url } : {}),
    },
    ['--demo'],
  )
  cleanUp.defer(async () => {
    await demo.end('SIGTERM')
  })
  expect(demo.url, demo.output().stderr).toBe(url)
  const disposal = cleanUp.move()
  const call = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${url}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      redirect: 'manual',
    })
    expect(answer.status, `${path}: ${await answer.clone().text()}`).toBeLessThan(300)
    return { answer, body: await answer.json() }
  }
  return {
    url,
    folder: folder.path,
    call,
    printed: () => demo.output().stdout,
    signIn: async (username: string, password: string) => {
      const { body } = await call('/auth/login', { username, password })
      return { authorization: `Bearer ${body.access_token}` }
    },
    [Symbol.asyncDispose]: () => disposal.disposeAsync(),
  }
}

test('a demo without settings sends links to itself, and shows its mail in the terminal and the outbox', async () => {
  await using demo = await startDemo()
  expect(demo.printed()).toContain(`and is printed here`)
  await demo.call('/auth/forgotten-password', { login: 'employee' })
  const link = new RegExp(`${demo.url}/set-password/?#(\\S+)`)
  expect(await until(() => link.test(demo.printed()))).toBe(true)
  const [address = '', secret] = link.exec(demo.printed()) ?? []
  const outbox = join(demo.folder, 'outbox')
  const [file = ''] = (await readdir(outbox)).filter((name) => name.endsWith('.eml'))
  const mail = (await readFile(join(outbox, file), 'utf8'))
    .replaceAll('=\n', '')
    .replaceAll('=3D', '=')
  expect(mail).toContain(address)
  expect(demo.printed()).toMatch(/\nMail to employee@olivebranch\.example: \S/)

  await demo.call('/auth/password-link/password', {
    secret,
    password: 'saffron window 71 canoe',
  })
  await demo.signIn('employee', 'saffron window 71 canoe')
})

test('single sign-on works in a demo with PUBLIC_URL on loopback, with a provider on loopback', async () => {
  await using provider = await startIdentityProvider()
  await using certificates = await temporaryFolder()
  const certificate = join(certificates.path, 'ca.pem')
  await writeFile(certificate, provider.ca)
  await using demo = await startDemo({ PUBLIC_URL: 'itself', NODE_EXTRA_CA_CERTS: certificate })
  const admin = await demo.signIn('admin', demoPassword)
  const [{ domain, industry }] = demoOrganizations
  const listed = await fetch(`${demo.url}/api/admin/organizations`, { headers: admin })
  const organizations: { id: string; industry: string }[] = await listed.json()
  const id = organizations.find((it) => it.industry === industry)?.id
  await demo.call(`/admin/organizations/${id}/domains`, { domain }, admin)
  await demo.call(
    `/admin/organizations/${id}/sign-in`,
    {
      mode: 'optional',
      issuer: provider.issuer,
      client_id: provider.clientId,
      client_secret: provider.clientSecret,
    },
    admin,
  )
  const path = `/auth/login/single-sign-on`
  provider.register({ redirectUri: `${demo.url}/api${path}/callback/${id}` })
  const email = `employee@${domain}`
  const begun = await demo.call(path, { login: email })
  const cookie = begun.answer.headers
    .getSetCookie()
    .map((set) => set.split(';')[0])
    .join('; ')
  const back = await provider.visit(begun.body.url, { sub: 'salma', email, email_verified: true })
  const landed = await fetch(back, { headers: { cookie }, redirect: 'manual' })
  const fragment = new URL(landed.headers.get('location') ?? '').hash.slice(1)
  const code = new URLSearchParams(fragment).get('single-sign-on')
  const { body } = await demo.call(`${path}/finish`, { code }, { cookie })
  expect(body).toMatchObject({ user_role: 'employee' })
})
