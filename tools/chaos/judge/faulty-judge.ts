import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'

/** What the way to the judge does to a question. */
export const faults = {
  silent: 'does not answer',
  slow: 'answers byte by byte',
  cut: 'ends the connection in its answer',
  nonsense: 'answers a page of another program',
  hostile: 'answers with a score and reasons that are none',
  busy: 'answers 503',
  'wrong key': 'does not know the key',
} as const

export type Fault = keyof typeof faults
export const everyFault = Object.keys(faults).filter((it): it is Fault => it in faults)

/** Stands between rspamd and Aman's judge. */
export interface FaultyJudge extends AsyncDisposable {
  readonly origin: string
  /** undefined passes on what is asked. */
  fault: Fault | undefined
  /** How many questions came. */
  asked: number
}

export async function startFaultyJudge(amanUrl: string): Promise<FaultyJudge> {
  const server = createServer((question, answer) => {
    judge.asked += 1
    take(amanUrl, judge.fault, question, answer).catch(() => answer.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const judge: FaultyJudge = {
    origin: `http://127.0.0.1:${port}`,
    fault: undefined,
    asked: 0,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await once(server.close(), 'close')
    },
  }
  return judge
}

async function take(
  amanUrl: string,
  fault: Fault | undefined,
  question: IncomingMessage,
  answer: ServerResponse,
): Promise<void> {
  const mail = new Uint8Array(await buffer(question))
  const json = { 'content-type': 'application/json' }
  if (fault === 'silent') return
  if (fault === 'nonsense') {
    answer.end('<html>It works!</html>')
  } else if (fault === 'busy') {
    answer.writeHead(503, { 'retry-after': '1' }).end()
  } else if (fault === 'cut') {
    answer.writeHead(200, { ...json, 'content-length': '1000' }).write('{"organization_id":')
    setTimeout(() => answer.destroy(), 50)
  } else if (fault === 'slow') {
    answer.writeHead(200, json)
    const dripping = setInterval(() => answer.write(' '), 100)
    answer.on('close', () => clearInterval(dripping))
  } else if (fault === 'hostile') {
    const reasons = [{ speaks: 'against', code: 'x" y' }, 7, { code: {} }]
    const said = { organization_id: 'x', mode: 'mark', threat_level: 'suspicious', score: 1e300 }
    answer.writeHead(200, json).end(JSON.stringify({ ...said, reasons }))
  } else {
    const { authorization = '' } = question.headers
    const passed = await fetch(`${amanUrl}${question.url}`, {
      method: 'POST',
      headers: {
        'content-type': 'message/rfc822',
        authorization: fault === 'wrong key' ? 'Bearer of-another' : authorization,
      },
      body: mail,
    })
    answer.writeHead(passed.status, json).end(await passed.text())
  }
}
