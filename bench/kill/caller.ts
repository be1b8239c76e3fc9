import { Agent, request } from 'node:http'
import { json } from 'node:stream/consumers'

/** The server is gone, or was going while it answered. */
export class Gone extends Error {
  override name = 'Gone'
}

export interface Caller {
  /**
   * One call over a kept connection.
   * @throws Gone when no whole answer came; Error for a refusal
   */
  call(
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    token: string,
    body?: unknown,
  ): Promise<unknown>
  end(): void
}

export function createCaller(url: string): Caller {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return {
    call: (method, path, token, body) =>
      new Promise((resolve, reject) => {
        const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
        const sent = request(`${url}/api${path}`, { method, agent, headers })
        sent.on('error', () => reject(new Gone()))
        sent.on('response', (answer) => {
          json(answer).then(
            (said) => {
              if (answer.statusCode === 200) resolve(said)
              else reject(new Error(`${method} ${path}: ${JSON.stringify(said)}`))
            },
            () => reject(new Gone()),
          )
        })
        sent.end(body === undefined ? undefined : JSON.stringify(body))
      }),
    end: () => agent.destroy(),
  }
}
