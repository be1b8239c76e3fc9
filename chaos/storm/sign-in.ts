import { Agent, request } from 'node:http'

export interface Answered {
  /** 0 where no answer came. */
  readonly status: number
  readonly ms: number
  readonly retryAfterSeconds: number
  /** What the answer says, for the case that it is no expected one. */
  readonly text: string
}

export interface SignIn {
  readonly username: string
  readonly password: string
  /** As a reverse proxy would pass it on. */
  readonly address: string
}

/** Signs in over one kept connection each. */
export function createSigner(url: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return {
    signIn: ({ username, password, address }: SignIn) =>
      new Promise<Answered>((resolve) => {
        const started = performance.now()
        const body = JSON.stringify({ username, password })
        const headers = { 'content-type': 'application/json', 'x-forwarded-for': address }
        const end = (status: number, text: string, retryAfter = '0') =>
          resolve({
            status,
            text,
            ms: performance.now() - started,
            retryAfterSeconds: Number(retryAfter),
          })
        const sent = request(`${url}/api/auth/login`, { method: 'POST', agent, headers })
        sent.on('error', (error) => end(0, error.message))
        sent.on('response', (answer) => {
          let text = ''
          answer.setEncoding('utf8').on('data', (piece: string) => {
            text += piece
          })
          answer.on('error', (error) => end(0, error.message))
          answer.on('end', () => end(answer.statusCode ?? 0, text, answer.headers['retry-after']))
        })
        sent.end(body)
      }),
    end: () => agent.destroy(),
  }
}
