import { Agent, request } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { type MailSize, makeMails } from './mails.ts'
import type { Answered, Call, Plan } from './open-loop.ts'

/* The process of open-loop.ts. */

const mails = makeMails()
/** Counts by size, so that mails come in turn. */
const sent: Record<MailSize, number> = { small: 0, medium: 0, large: 0 }

process.on('message', async (plan: Plan) => process.send?.(await run(plan)))
process.send?.('ready')

async function run({ port, calls, perSecond, seconds }: Plan): Promise<readonly Answered[]> {
  // Connections of an earlier run were idle, and the server may be about to close them.
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })
  const began = performance.now()
  const asked: Promise<Answered>[] = []
  for (let number = 0; number < perSecond * seconds; number += 1) {
    const wait = began + (number * 1000) / perSecond - performance.now()
    if (wait > 0) await setTimeout(wait)
    const call = calls[number % calls.length]
    if (call !== undefined) asked.push(ask(agent, port, call))
  }
  return Promise.all(asked).finally(() => agent.destroy())
}

function ask(agent: Agent, port: number, { name, path, token, mail }: Call): Promise<Answered> {
  const body = mail === undefined ? undefined : next(mail)
  const { promise, resolve } = Promise.withResolvers<Answered>()
  const began = performance.now()
  const headers = {
    authorization: `Bearer ${token}`,
    ...(body && { 'content-type': 'message/rfc822', 'content-length': body.length }),
  }
  const method = body === undefined ? 'GET' : 'POST'
  const end = (status = 0, retryAfter: string | null = null) =>
    resolve({ name, status, retryAfter, ms: performance.now() - began })
  request({ host: '127.0.0.1', port, path: `/api${path}`, method, headers, agent }, (answer) => {
    answer.resume().on('end', () => end(answer.statusCode, answer.headers['retry-after']))
  })
    .on('error', () => end())
    .end(body)
  return promise
}

function next(size: MailSize): Buffer {
  const all = mails[size]
  sent[size] += 1
  return all[sent[size] % all.length] ?? Buffer.alloc(0)
}
