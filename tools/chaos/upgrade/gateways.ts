import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'

const gateways = 6
const pauseMs = 20
const longestMs = 60_000

interface Target {
  /** Of the servers, which a gateway asks in turns. */
  readonly urls: readonly string[]
  readonly key: string
  readonly recipient: string
}

/** Gateways that report until they are stopped, and repeat what was not taken, as the document says. */
export function reportMeanwhile({ urls, key, recipient }: Target) {
  const taken: string[] = []
  const problems: string[] = []
  let toldToComeAgain = 0
  let isOver = false

  /** @returns the status, or 0 without an answer */
  async function send(url: string, sender: string): Promise<number> {
    const answer = await fetch(`${url}/api/scans`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${key}`,
        'Content-Type': 'application/json',
        'Idempotency-Key': sender,
      },
      body: JSON.stringify({ recipient, sender, threat_level: 'safe' }),
      signal: AbortSignal.timeout(longestMs),
    }).catch(() => undefined)
    await answer?.arrayBuffer().catch(() => undefined)
    return answer?.status ?? 0
  }

  async function report(position: number): Promise<void> {
    const sender = `${randomUUID()}@sender.example`
    const untilMs = performance.now() + longestMs
    for (let attempt = position; performance.now() < untilMs; attempt += 1) {
      const status = await send(urls[attempt % urls.length] ?? '', sender)
      if (status >= 200 && status < 300) return void taken.push(sender)
      if (status !== 0 && status !== 503)
        return void problems.push(`a report is answered ${status}`)
      toldToComeAgain += 1
      await setTimeout(pauseMs)
    }
    problems.push('a report is not taken within a minute')
  }

  const all = Promise.all(
    Array.from({ length: gateways }, async (_, position) => {
      for (let first = position; !isOver; first += 1) {
        await report(first)
        await setTimeout(pauseMs)
      }
    }),
  )
  return {
    taken,
    async stop() {
      isOver = true
      await all
      return { problems, toldToComeAgain }
    },
  }
}
