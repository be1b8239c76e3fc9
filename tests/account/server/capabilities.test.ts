import { expect, test } from 'vitest'
import { createTestServer } from '../../support/server/server.ts'

test.each([
  ['https://aman.firm.example', true],
  ['http://localhost:4321', true],
  ['http://aman.firm.example', false],
  ['https://192.0.2.7', false],
  ['https://[2001:db8::7]', false],
])('at %s passkeys are offered: %s', async (publicUrl, isOffered) => {
  await using server = await createTestServer({ services: { publicUrl } })
  const answer = await server.get('/api/auth/capabilities')
  expect(JSON.parse(answer.text).capabilities.includes('passkeys')).toBe(isOffered)
  const options = await server.post('/api/auth/login/passkey/options', { body: {} })
  expect(options.status).toBe(isOffered ? 200 : 409)
})
