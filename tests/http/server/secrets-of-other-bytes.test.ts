import { expect, test } from 'vitest'
import { generateReceiptEndpoint } from '../../../contract/receipts/generate-receipt.ts'
import { request } from '../../support/server/request.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { makeOrganization, makeSession, makeUser } from '../../support/worlds/factories.ts'
import { addApp, makeEnrollable, openBrowser } from '../../support/worlds/factors.ts'

/** As many UTF-16 units as a secret, and other bytes; headers take those of Latin-1 alone. */
const letters = ['é', 'م', '٣', '￿']
const inHeader = 'é'

async function askReceipt(server: TestServer): Promise<URL> {
  const organizationId = await makeOrganization(server)
  const token = await makeSession(server, await makeUser(server, { role: 'super_admin' }))
  const path = `/api/admin/generate-receipt/${organizationId}/2025/3`
  const { receipt_url } = (await server.post(path, { token })).output(generateReceiptEndpoint)
  return new URL(receipt_url, 'http://aman.example')
}

test.each(letters)(
  'a text of %s where a secret belongs is refused, and no failure',
  async (letter) => {
    await using server = await createTestServer()
    const enrolled = await makeEnrollable(server)
    await addApp(server, enrolled)
    const { token, user } = enrolled
    const secret = letter.repeat(43)
    const browser = openBrowser(server)
    const challenge = await browser.begin(user)
    const receipt = await askReceipt(server)
    const answers = [
      await browser.enterCode(challenge, letter.repeat(6)),
      await browser.enterCode(challenge, letter.repeat(24)),
      await browser.enterCode(secret, '123456'),
      await browser.showPasskey(secret, {}),
      await server.post('/api/account/factors/totp', {
        token,
        body: { registration: secret, code: '123456', name: 'Phone' },
      }),
      await server.post('/api/auth/password-link', { body: { secret } }),
      await server.post('/api/auth/login/single-sign-on/finish', { body: { code: secret } }),
      await server.get(`/api/messages?cursor=${encodeURIComponent(secret)}`, { token }),
      await server.post('/api/auth/login', { body: { username: user.username, password: secret } }),
    ]
    for (const name of ['signature', 'expires']) {
      const link = new URL(receipt)
      expect(link.searchParams.has(name)).toBe(true)
      link.searchParams.set(name, letter.repeat(link.searchParams.get(name)?.length ?? 0))
      answers.push(await request(server.app, 'GET', link.pathname + link.search))
    }
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status < 400 || status >= 500)).toEqual([])
    expect(server.logged).toEqual([])
  },
)

test('a header of Latin letters where a token or cookie belongs is refused, and no failure', async () => {
  await using server = await createTestServer()
  const token = inHeader.repeat(43)
  const cookie = ['aman_device', 'aman_challenge', 'aman_single_sign_on']
    .map((name) => `${name}=${token}`)
    .join('; ')
  const answers = [
    await server.get('/api/auth/me', { token }),
    await request(server.app, 'GET', '/api/scim/v2/Users', { token }),
    await server.post('/api/scans', { token, body: {} }),
    await server.get('/api/rspamd/flags/red', { token }),
    await server.post('/api/auth/login', {
      body: { username: 'nobody', password: 'wrong' },
      headers: { cookie },
    }),
    await server.post('/api/auth/login/single-sign-on/finish', {
      body: { code: 'x' },
      headers: { cookie },
    }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 401])
})
