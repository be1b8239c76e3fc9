import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'

export interface ReceivedMessage {
  readonly id: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface WebhookReceiver extends AsyncDisposable {
  readonly url: string
  readonly received: readonly ReceivedMessage[]
  /** Sets what it answers; the default is 204. */
  answerWith(answer: Answer): void
}

interface Reply {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

type Answer = (message: ReceivedMessage) => Reply | Promise<Reply>

/** Stands for an operator's receiver at the address of a webhook; on this machine, without TLS. */
export async function startWebhookReceiver(port = 0): Promise<WebhookReceiver> {
  const received: ReceivedMessage[] = []
  let answer: Answer = () => ({ status: 204 })
  const server = createServer(async (incoming, outgoing) => {
    const { headers } = incoming
    const message = { id: String(headers['webhook-id']), headers, body: await text(incoming) }
    received.push(message)
    const { status, headers: more = {}, body = '' } = await answer(message)
    outgoing.on('error', () => undefined)
    outgoing.writeHead(status, more).end(body)
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('it does not listen')
  return {
    url: `http://127.0.0.1:${address.port}/aman`,
    received,
    answerWith(next) {
      answer = next
    },
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

/**
 * The message, verified as a receiver does.
 * @throws Error for a wrong signature
 */
export function verifyMessage(secret: string, { headers, body }: ReceivedMessage): unknown {
  const given = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(
    (name) => [name, String(headers[name])] as const,
  )
  return new Webhook(secret).verify(body, Object.fromEntries(given))
}
