import { dayMs } from '../../../server/core/clock.ts'
import type { TestServer } from './server.ts'

/** The farthest that tests set the clock. */
export const yearMs = 365 * dayMs

export async function isSignedIn(server: TestServer, token: string): Promise<boolean> {
  return (await server.get('/api/auth/me', { token })).status === 200
}
