import { Agent, request } from 'node:http'
import { json } from 'node:stream/consumers'
import * as v from 'valibot'
import { scansEndpoint } from '../../src/lib/contract/scans.ts'

/** Odd sizes, so that a transaction that is cut in half would show. */
const batches = [1, 3, 17]

/** Reports mail over one connection until the server is gone; hands on what was acknowledged. */
export async function reportUntilDead(
  url: string,
  key: string,
  recipient: string,
  acknowledge: (ids: string[]) => void,
): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  for (let round = 0; ; round += 1) {
    const scans = Array.from({ length: batches[round % batches.length] ?? 1 }, () => ({
      recipient,
      sender: 'someone@sender.example',
      threat_level: 'malicious',
    }))
    const ids = await report(agent, url, key, { scans })
    if (ids === undefined) break
    acknowledge(ids)
  }
  agent.destroy()
}

/** @returns the ids of what was taken in; undefined when no whole answer came */
function report(
  agent: Agent,
  url: string,
  key: string,
  body: unknown,
): Promise<string[] | undefined> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  return new Promise((resolve) => {
    const call = request(`${url}/api/scans`, { method: 'POST', agent, headers })
    call.on('error', () => resolve(undefined))
    call.on('response', (answer) => {
      json(answer).then(
        (taken) => {
          const { scans } = v.parse(scansEndpoint.output, taken)
          resolve(scans.map(({ id }) => String(id)))
        },
        () => resolve(undefined),
      )
    })
    call.end(JSON.stringify(body))
  })
}
