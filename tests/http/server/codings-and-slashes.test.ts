import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createTestServer } from '../../support/server/server.ts'
import { makeGatewayKey, makeScan, makeSession, makeUser } from '../../support/worlds/factories.ts'

test.each(['gzip', 'br', 'deflate, gzip', 'GZIP'])(
  'a body in the coding %s is refused in words, whatever the call takes',
  async (coding) => {
    await using server = await createTestServer()
    const user = await makeUser(server)
    const token = await makeGatewayKey(server, user.organizationId)
    const headers = { 'content-encoding': coding }
    const body = gzipSync(JSON.stringify(makeScan({ recipient: user.email })))
    const json = { ...headers, 'content-type': 'application/json' }
    const report = await server.post('/api/scans', { token, body, headers: json })
    const mail = await server.post('/api/mail-checks', {
      token: await makeSession(server, user),
      body: gzipSync('Subject: Hello'),
      headers,
    })
    for (const answer of [report, mail]) {
      expect(answer).toMatchObject({
        status: 415,
        code: 'unsupported_coding',
        detail: expect.stringContaining('must not be compressed'),
      })
      expect(answer.headers.get('accept-encoding')).toBe('identity')
    }
  },
)

test('a body with the coding identity is read', async () => {
  await using server = await createTestServer()
  const user = await makeUser(server)
  const token = await makeGatewayKey(server, user.organizationId)
  const headers = { 'content-encoding': 'identity' }
  const answer = await server.post('/api/scans', {
    token,
    body: makeScan({ recipient: user.email }),
    headers,
  })
  expect(answer.status).toBe(200)
})

test('a final slash leads to the same call', async () => {
  await using server = await createTestServer()
  const user = await makeUser(server)
  const token = await makeGatewayKey(server, user.organizationId)
  const report = await server.app.request('/api/scans/', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(makeScan({ recipient: user.email })),
  })
  expect(report.status).toBe(200)
  for (const path of ['/api/health/', '/api/health', '/api/openapi.json/']) {
    expect((await server.app.request(path)).status, path).toBe(200)
  }
  for (const path of ['/api/scim/v2/Users/', '/api/scim/v2/Users']) {
    expect((await server.app.request(path)).status, path).toBe(401)
  }
  expect((await server.app.request('/api//health')).status).toBe(404)
})
