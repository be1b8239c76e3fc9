import { setTimeout } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { openClient } from './client.ts'
import type { Look, Looked } from './watcher.ts'

/* The thread of `watcher.ts`, so that the attack does not delay the measuring. */

const { url, token, users, pauseMs } = workerData
const looks: readonly Look[] = workerData.looks

async function watch(user: number): Promise<never> {
  const clients = looks.map(({ isNew = false }) =>
    openClient(url, { keepAlive: !isNew, longestMs: 30_000 }),
  )
  for (;;) {
    for (const [position, { path }] of looks.entries()) {
      const started = performance.now()
      const answer = await clients[position]?.send('GET', path, { token })
      const problem = answer?.status === 200 ? '' : `${path}: ${answer?.status} ${answer?.text}`
      const looked: Looked = { user, ms: performance.now() - started, problem }
      parentPort?.postMessage(looked)
    }
    if (pauseMs > 0) await setTimeout(pauseMs)
  }
}

await Promise.all(Array.from({ length: users }, (_, user) => watch(user)))
