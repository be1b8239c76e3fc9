import { Agent, get } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

/*
 * The thread of `pipelined.ts`: asks for /api/health again and again over one connection, and tells
 * how long each answer took. A thread of its own, so that the attack does not delay the measuring.
 */

const agent = new Agent({ keepAlive: true, maxSockets: 1 })
const pauseMs = 5

function ask(): Promise<string> {
  return new Promise((resolve) => {
    get(`${workerData}/api/health`, { agent }, (answer) => {
      answer.resume().on('end', () => resolve(String(answer.statusCode)))
    }).on('error', (error) => resolve(error.message))
  })
}

for (;;) {
  const started = performance.now()
  const status = await ask()
  parentPort?.postMessage({ ms: performance.now() - started, status })
  await setTimeout(pauseMs)
}
