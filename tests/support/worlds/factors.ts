import { Secret, TOTP } from 'otpauth'
import { addPasskeyEndpoint, beginPasskeyEndpoint } from '../../../contract/sign-in/add-passkey.ts'
import { addTotpEndpoint, beginTotpEndpoint } from '../../../contract/sign-in/add-totp.ts'
import { showPasskeyOptionsEndpoint } from '../../../contract/sign-in/sign-in-with-passkey.ts'
import { createPasskey } from '../browser/passkey.ts'
import type { TestAnswer } from '../server/request.ts'
import type { TestServer } from '../server/server.ts'
import { type MadeUser, signInUser } from './factories.ts'

export const password = 'correct horse battery'
const proof = { current_password: password }

export interface Enrolled {
  readonly user: MadeUser
  readonly token: string
}

/** A signed-in user with a password and without a second factor. */
export function makeEnrollable(server: TestServer): Promise<Enrolled> {
  return signInUser(server, { password })
}

/** The authenticator app's code now, or some steps of 30 seconds later. */
export function codeOf(server: TestServer, secret: string, steps = 0): string {
  const timestamp = server.clock().getTime() + steps * 30_000
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })
}

/** Adds an authenticator app, and waits until its first code is no longer the current one. */
export async function addApp(server: TestServer, { token }: Enrolled) {
  const begun = await server.post('/api/account/factors/totp/begin', { token, body: proof })
  const { registration, secret } = begun.output(beginTotpEndpoint)
  const body = { registration, code: codeOf(server, secret), name: 'Phone' }
  const added = await server.post('/api/account/factors/totp', { token, body })
  server.clock.pass(30_000)
  return { secret, ...added.output(addTotpEndpoint) }
}

export async function addPasskey(server: TestServer, { token }: Enrolled) {
  const begun = await server.post('/api/account/factors/passkey/begin', { token, body: proof })
  const { registration, options } = begun.output(beginPasskeyEndpoint)
  const passkey = createPasskey()
  const body = { registration, name: 'Laptop', credential: passkey.register(options) }
  const added = await server.post('/api/account/factors/passkey', { token, body })
  return { passkey, ...added.output(addPasskeyEndpoint) }
}

/** A browser that keeps the cookies of sign-in. */
export function openBrowser(server: TestServer) {
  const cookies = new Map<string, string>()
  const post = async (path: string, body: unknown): Promise<TestAnswer> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await server.post(`/api/auth/login${path}`, { body, headers: { cookie } })
    for (const set of answer.headers.getSetCookie()) {
      const [pair = ''] = set.split(';')
      const [name = '', value = ''] = pair.split('=')
      cookies.set(name, value)
    }
    return answer
  }
  return {
    cookies,
    post,
    /** @returns the challenge of the second step */
    async begin({ username }: MadeUser): Promise<string> {
      const answer = await post('', { username, password })
      if ('challenge' in answer.params) return String(answer.params.challenge)
      throw new Error(`no second step: ${answer.status} ${answer.text}`)
    },
    enterCode: (challenge: string, code: string) => post('/code', { challenge, code }),
    /** @returns the challenge, and what the passkey has to sign */
    async askPasskey(given?: string) {
      const body = given === undefined ? {} : { challenge: given }
      const answer = await post('/passkey/options', body)
      return answer.output(showPasskeyOptionsEndpoint)
    },
    showPasskey: (challenge: string, credential: unknown) =>
      post('/passkey', { challenge, credential }),
  }
}
