import { Agent, request } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

/*
 * The thread of `bystanders.ts`: a few people who look at their dashboard again and again, calmly.
 * Each call to /auth/me goes over a kept connection; each dashboard over a new one, as of somebody
 * who has just come.
 */

const { url, token, users } = workerData
const pauseMs = 20
const longestMs = 30_000

/** @returns what went wrong; empty when nothing did */
function call(agent: Agent, path: string): Promise<string> {
  return new Promise((resolve) => {
    const headers = { authorization: `Bearer ${token}` }
    const signal = AbortSignal.timeout(longestMs)
    const sent = request(`${url}/api${path}`, { agent, headers, signal })
    sent.on('error', (error) => resolve(`${path}: ${error.message}`))
    sent.on('response', (answer) => {
      answer.resume()
      answer.on('error', (error) => resolve(`${path}: ${error.message}`))
      answer.on('end', () =>
        resolve(answer.statusCode === 200 ? '' : `${path}: ${answer.statusCode}`),
      )
    })
    sent.end()
  })
}

async function look(user: number, agent: Agent, path: string): Promise<void> {
  const started = performance.now()
  const problem = await call(agent, path)
  parentPort?.postMessage({ user, ms: performance.now() - started, problem })
}

async function live(user: number): Promise<never> {
  const kept = new Agent({ keepAlive: true, maxSockets: 1 })
  const fresh = new Agent({ keepAlive: false })
  for (;;) {
    await look(user, kept, '/auth/me')
    await look(user, fresh, '/dashboard/employee')
    await setTimeout(pauseMs)
  }
}

await Promise.all(Array.from({ length: users }, (_, user) => live(user)))
