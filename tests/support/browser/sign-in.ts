import type { TestServer } from '../server/server.ts'

/** One attempt to sign in from an address, as a socket would tell it. */
export function signIn(server: TestServer, username: string, password: string, address: string) {
  return server.app.request(
    '/api/auth/login',
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, password }),
    },
    { incoming: { socket: { remoteAddress: address } } },
  )
}
