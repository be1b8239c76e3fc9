import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { listen } from '../../server/http/listen.ts'
import type { TestServer } from '../../tests/support/server.ts'

interface Answered {
  readonly ms: number
  readonly bytes: number
}

export interface Measured extends Answered {
  /** Of a small call that somebody else makes again and again meanwhile. */
  readonly longestWaitMs: number
}

const small = '/auth/me'
const warmUps = 100
const idleMs = 1500

/** A listening server and two clients, each a thread of its own, so that neither slows the other. */
export async function watchOthers({ app }: TestServer, token: string) {
  const { url, close } = await listen(app, { host: '127.0.0.1', port: 0, siteDirectory: '' })
  const clients = [1, 2].map(
    () =>
      new Worker(new URL('./client.ts', import.meta.url), {
        workerData: { url: `${url}/api`, token },
      }),
  )
  const [asker, other] = clients.map((client) => async (path: string): Promise<Answered> => {
    client.postMessage(path)
    const [answered] = await once(client, 'message')
    return answered
  })
  if (asker === undefined || other === undefined) throw new Error('two clients were made')
  // What a connection's first calls and the compiler cost is nobody's fault here.
  for (let call = 0; call < warmUps; call += 1) await Promise.all([asker(small), other(small)])
  return {
    /** @param work a path to ask for, or anything else that the server does */
    async during(work: string | (() => Promise<void>)): Promise<Measured> {
      let isDone = false
      let longestWaitMs = 0
      const watching = (async () => {
        while (!isDone) longestWaitMs = Math.max(longestWaitMs, (await other(small)).ms)
      })()
      const answered = typeof work === 'string' ? await asker(work) : await timed(work)
      isDone = true
      await watching
      return { ...answered, longestWaitMs }
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(clients.map((client) => client.terminate()))
      await close()
    },
  }
}

/** What the machine itself makes others wait: it makes everybody wait, whatever the server does. */
export async function nothing(): Promise<void> {
  await setTimeout(idleMs)
}

async function timed(work: () => Promise<void>): Promise<Answered> {
  const started = performance.now()
  await work()
  return { ms: performance.now() - started, bytes: 0 }
}
