import { afterEach, expect, test } from 'vitest'
import { screenComponents } from '../../../src/islands/dashboard/screen-components.ts'
import { clearStorage, keepToken } from '../../../src/lib/core/storage/token.ts'
import { withStubbedServer } from '../../support/server/stubbed-server.ts'

const server = withStubbedServer()

afterEach(clearStorage)

test('the code of a screen asks for its first data', async () => {
  server.answer({ 'GET /api/dashboard/team': {} })
  keepToken('token')
  await screenComponents.team.load()
  await expect.poll(server.names).toEqual(['GET /api/dashboard/team'])
})

test('once the session has ended, the code of a screen asks for nothing', async () => {
  await screenComponents.employee.load()
  expect(server.names()).toEqual([])
})
