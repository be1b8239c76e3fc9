import { Agent, request } from 'node:http'
import { json } from 'node:stream/consumers'

/** The server is gone, or was going while it answered. */
export class Gone extends Error {
  override name = 'Gone'
}

/** What the documents promise while the database is away; whether it was done is not said. */
const unavailable = 'The database cannot be used right now. Try again in a moment.'

/** The server said 503 in those words. */
export class Unavailable extends Error {
  override name = 'Unavailable'
}

export interface Caller {
  /**
   * One call over a kept connection.
   * @param idempotencyKey of a call that may be made again
   * @throws Gone when no whole answer came; Unavailable; Error for any other refusal
   */
  call(
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    token: string,
    body?: unknown,
    idempotencyKey?: string,
  ): Promise<unknown>
  end(): void
}

export function createCaller(url: string): Caller {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return {
    call: (method, path, token, body, idempotencyKey) =>
      new Promise((resolve, reject) => {
        const headers = {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
        }
        const name = `${method} ${path}`
        const sent = request(`${url}/api${path}`, { method, agent, headers })
        sent.on('error', () => reject(new Gone(name)))
        sent.on('response', (answer) => {
          json(answer).then(
            (said) => {
              if (answer.statusCode === 200) resolve(said)
              else if (isUnavailable(answer.statusCode, said)) reject(new Unavailable(name))
              else reject(new Error(`${name}: ${answer.statusCode} ${JSON.stringify(said)}`))
            },
            () => reject(new Gone(name)),
          )
        })
        sent.end(body === undefined ? undefined : JSON.stringify(body))
      }),
    end: () => agent.destroy(),
  }
}

function isUnavailable(status: number | undefined, said: unknown): boolean {
  return status === 503 && JSON.stringify(said).includes(unavailable)
}
