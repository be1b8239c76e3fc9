import { fork } from 'node:child_process'
import { once } from 'node:events'

/** What the second process is asked to do; it ends with the time or the count. */
export interface Load {
  readonly port: number
  /** Whole HTTP requests, asked in turn. */
  readonly requests: readonly string[]
  readonly connections: number
  readonly ms: number
  readonly count?: number
}

export interface Loaded {
  readonly seconds: number
  /** In the order of the answers. */
  readonly latenciesMs: readonly number[]
  readonly statuses: Readonly<Record<string, number>>
}

export interface Client extends Disposable {
  /** @throws when any answer is not the expected one */
  load(load: Load, status?: number): Promise<Loaded>
}

export function startClient(): Client {
  const child = fork(new URL('./client.ts', import.meta.url), { serialization: 'advanced' })
  const ended = once(child, 'exit').then(() => {
    throw new Error('the loading process ended')
  })
  return {
    async load(load, status = 200) {
      const message = once(child, 'message')
      child.send(load)
      const [loaded]: Loaded[] = await Promise.race([message, ended])
      if (loaded === undefined) throw new Error('the loading process said nothing')
      const others = Object.keys(loaded.statuses).filter((it) => it !== String(status))
      if (others.length > 0) throw new Error(`answers were ${JSON.stringify(loaded.statuses)}`)
      return loaded
    },
    [Symbol.dispose]: () => {
      ended.catch(() => {})
      child.disconnect()
    },
  }
}

/** One request as it travels. */
export function requestText(
  method: 'GET' | 'POST',
  path: string,
  { token, body }: { token?: string; body?: unknown },
): string {
  const json = body === undefined ? '' : JSON.stringify(body)
  return [
    `${method} /api${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    ...(token === undefined ? [] : [`Authorization: Bearer ${token}`]),
    ...(body === undefined
      ? []
      : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(json)}`]),
    '',
    json,
  ].join('\r\n')
}
