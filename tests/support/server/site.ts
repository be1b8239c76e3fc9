import { cleanup } from '@testing-library/react'
import { cleanStores } from 'nanostores'
import { afterEach, beforeEach, vi } from 'vitest'
import { forgetUser } from '../../../src/lib/core/storage/forget.ts'
import { $token, dropToken } from '../../../src/lib/core/storage/token.ts'
import { $session } from '../../../src/lib/sign-in/session.ts'
import { createTestServer, type TestServer } from './server.ts'

/**
 * Lets the site's own stores and components talk to the real server in the same process.
 * @returns a way to the server of the test that is running
 */
export function withRealServer(): () => TestServer {
  let server: TestServer | undefined
  beforeEach(async () => {
    const started = await createTestServer()
    server = started
    vi.stubGlobal('fetch', (path: string, options: RequestInit) =>
      started.app.request(path, options),
    )
  })
  afterEach(async () => {
    cleanup()
    forgetUser()
    const token = $token.get()
    if (token !== undefined) dropToken(token)
    cleanStores($session)
    vi.unstubAllGlobals()
    await server?.[Symbol.asyncDispose]()
  })
  return () => {
    if (server === undefined) throw new Error('the server is there while a test runs')
    return server
  }
}
