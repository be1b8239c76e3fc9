import { expect, test } from 'vitest'
import { queueNotice } from '../../../server/mail/queue.ts'
import { createTestServer, type TestServer } from '../../support/server/server.ts'
import { makeSession, makeUser } from '../../support/worlds/factories.ts'

const password = 'correct horse battery'
const minuteMs = 60_000

interface Attempt {
  readonly cookie?: string
  readonly address?: string
}

async function signIn(server: TestServer, { cookie, address = '192.0.2.7' }: Attempt = {}) {
  const answer = await server.app.request(
    '/api/auth/login',
    {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent':
          'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
        ...(cookie === undefined ? {} : { cookie }),
      },
      body: JSON.stringify({ username: 'rania', password }),
    },
    { incoming: { socket: { remoteAddress: address } } },
  )
  expect(answer.status).toBe(200)
  const { access_token: token } = JSON.parse(await answer.text())
  return { token: String(token), cookie: answer.headers.get('set-cookie')?.split(';')[0] ?? '' }
}

const signOut = (server: TestServer, token: string) =>
  server.post('/api/auth/logout', { token, body: {} })

function mails({ database }: TestServer) {
  return database
    .selectFrom('mails')
    .select(['recipient', 'subject', 'body'])
    .orderBy('id')
    .execute()
}

const newBrowser = 'A new browser signed in to your Aman account'

test('a mail tells of a browser that is not known, and says which', async () => {
  await using server = await createTestServer()
  const { email } = await makeUser(server, { username: 'rania', password, full_name: 'Rania' })
  await signIn(server)
  expect(await mails(server)).toEqual([])
  server.clock.pass(minuteMs)
  const { token } = await signIn(server, { address: '198.51.100.4' })
  const sent = await mails(server)
  expect(sent).toMatchObject([{ recipient: email, subject: newBrowser }])
  const body = sent[0]?.body ?? ''
  for (const words of ['Hello Rania,', "'rania'", 'Firefox', 'Windows', '198.51.100.4', 'UTC']) {
    expect(body).toContain(words)
  }
  expect(body).not.toContain(token)
  expect(body).not.toMatch(/https?:|[\w-]{32,}/)
})

test('neither a known browser nor the same program at the same address gives a mail', async () => {
  await using server = await createTestServer()
  await makeUser(server, { username: 'rania', password })
  const { cookie, token } = await signIn(server)
  await signIn(server)
  expect(await mails(server)).toEqual([])
  await signOut(server, token)
  server.clock.pass(30 * minuteMs)
  await signIn(server, { cookie, address: '198.51.100.4' })
  expect(await mails(server)).toEqual([])
})

test('a mail tells of a password that the user changed; this browser stays known and others do not', async () => {
  await using server = await createTestServer()
  const { email } = await makeUser(server, { username: 'rania', password })
  const other = await signIn(server)
  const { token, cookie } = await signIn(server)
  const next = 'quiet harbour lantern maps'
  const body = { current_password: password, password: next }
  expect((await server.post('/api/account/password', { token, body })).status).toBe(200)
  const sent = await mails(server)
  expect(sent).toMatchObject([
    { recipient: email, subject: 'The password of your Aman account was changed' },
  ])
  expect(sent[0]?.body).not.toContain(next)
  const devices = server.database.selectFrom('known_devices').select('token_hash')
  expect(await devices.execute()).toHaveLength(1)
  const signInAgain = (given: string) =>
    server.post('/api/auth/login', {
      headers: { cookie: given },
      body: { username: 'rania', password: next },
    })
  await signInAgain(cookie)
  expect(await mails(server)).toHaveLength(1)
  await server.delete('/api/account/sessions', { token })
  await signInAgain(other.cookie)
  expect(await mails(server)).toMatchObject([{}, { subject: newBrowser }])
})

test('mails tell of a new email at both addresses, a new role and a new password', async () => {
  await using server = await createTestServer()
  const user = await makeUser(server, { username: 'rania', email: 'old@firm.example' })
  const admin = await makeUser(server, { role: 'super_admin' })
  const token = await makeSession(server, admin)
  const same = {
    ...{ id: user.id, username: 'rania', email: user.email, full_name: 'Rania' },
    ...{ role: 'employee', organization_id: user.organizationId, department: '', phone: '' },
  }
  const save = async (change: object) => {
    const body = { ...same, ...change }
    expect((await server.post('/api/admin/users/detailed', { token, body })).status).toBe(200)
    const sent = await mails(server)
    await server.database.deleteFrom('mails').execute()
    return sent.map(({ recipient, subject }) => `${recipient}: ${subject}`)
  }
  expect(await save({})).toEqual([])
  expect(await save({ phone: '1', full_name: 'Rania Khoury' })).toEqual([])
  expect(await save({ role: 'team_lead' })).toEqual([
    'old@firm.example: The role of your Aman account was changed',
  ])
  expect(await save({ role: 'team_lead', password: 'quiet harbour lantern maps' })).toEqual([
    'old@firm.example: The password of your Aman account was changed',
  ])
  const moved = 'The email address of your Aman account was changed'
  expect(await save({ role: 'team_lead', email: 'new@firm.example' })).toEqual([
    `old@firm.example: ${moved}`,
    `new@firm.example: ${moved}`,
  ])
})

test('a name in a mail cannot begin another line', async () => {
  await using server = await createTestServer()
  const { id } = await makeUser(server)
  const full_name = 'Rania\r\nBcc: x'
  const user = { id, email: 'rania@firm.example', full_name, username: 'rania' }
  await queueNotice(server.services, server.database, user, { kind: 'factors-reset', also: [] })
  const [sent] = await mails(server)
  expect(sent?.subject).toContain('were removed')
  expect(sent?.body).toContain('by an administrator')
  expect(sent?.body).toMatch(/^Hello Rania Bcc: x,\n/)
})

test("a colleague's known browser is not known for the user", async () => {
  await using server = await createTestServer()
  await makeUser(server, { username: 'rania', password })
  const colleague = await makeUser(server, { username: 'omar', password })
  const answer = await server.post('/api/auth/login', {
    body: { username: colleague.username, password },
  })
  const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
  await signIn(server)
  await signIn(server, { cookie, address: '198.51.100.4' })
  expect(await mails(server)).toMatchObject([{ subject: newBrowser }])
})
