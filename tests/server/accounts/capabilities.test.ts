import { expect, test } from 'vitest'
import { capabilities } from '../../../contract/endpoints/capabilities.ts'
import { createTestServer } from '../../support/server.ts'

test('anyone may ask what accounts can do', { tags: ['A500'] }, async () => {
  await using server = await createTestServer()
  const answer = await server.get('/api/auth/capabilities')
  expect(answer.status).toBe(200)
  expect(capabilities).toEqual(expect.arrayContaining(JSON.parse(answer.text).capabilities))
})
