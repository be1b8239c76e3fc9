import { setTimeout } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { openClient } from '../../../tests/support/server/client.ts'
import { times } from '../../../tests/support/until.ts'
import type { Answered, Look } from './bystanders.ts'

/* The thread of `bystanders.ts`, so that the attack does not delay the measuring. */

const { url, token, users, pauseMs } = workerData
const looks: readonly Look[] = workerData.looks

await times(users, async (user) => {
  const clients = looks.map(({ path, isNew = false }) => ({
    path,
    client: openClient(url, { keepAlive: !isNew, longestMs: 30_000 }),
  }))
  for (;;) {
    for (const { path, client } of clients) {
      const { status, text, ms } = await client.send('GET', path, { token })
      const problem = status === 200 ? '' : `${path}: ${status} ${text}`
      const answered: Answered = { user, ms, problem }
      parentPort?.postMessage(answered)
    }
    if (pauseMs > 0) await setTimeout(pauseMs)
  }
})
