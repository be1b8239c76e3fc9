import { createServer, type IncomingHttpHeaders } from 'node:http'
import { text } from 'node:stream/consumers'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { Insertable } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { newId } from '../../../server/database/id.ts'
import type { WebhookDeliveries, Webhooks } from '../../../server/database/tables/operation.ts'
import type { Services } from '../../../server/http/services.ts'
import { apiDocument } from '../../../server/openapi/document.ts'
import {
  newWebhookSecret,
  requireSealer,
  sealWebhookSecret,
} from '../../../server/webhooks/secrets.ts'
import { createLanes } from '../../../server/webhooks/worker.ts'
import { listenLocally } from '../listen-locally.ts'

type Place = Pick<Services, 'database' | 'clock' | 'sealer'>

/** An active endpoint of every event. */
export async function makeWebhook(
  { database, clock, sealer }: Place,
  overrides: Partial<Webhooks> = {},
): Promise<{ readonly id: string; readonly secret: string }> {
  const id = newId()
  const secret = newWebhookSecret()
  await database
    .insertInto('webhooks')
    .values({
      id,
      url: 'https://siem.firm.example/aman',
      description: 'Security monitoring',
      events: 'threat.reported user.changed gateway.silent',
      organization_id: null,
      pause: 'no',
      paused_at: null,
      sealed_secret: sealWebhookSecret(requireSealer(sealer), id, secret),
      old_sealed_secret: null,
      old_secret_until: null,
      failing_since: null,
      last_delivered_at: null,
      created_at: clock().toISOString(),
      ...overrides,
    })
    .execute()
  return { id, secret }
}

/** A message that was given up. */
export async function makeDelivery(
  { database, clock }: Pick<Place, 'database' | 'clock'>,
  webhookId: string,
  overrides: Partial<Insertable<WebhookDeliveries>> = {},
): Promise<string> {
  const id = newId()
  const at = clock().toISOString()
  await database
    .insertInto('webhook_deliveries')
    .values({
      id,
      webhook_id: webhookId,
      message_id: newId(),
      event: 'gateway.silent',
      body: '{}',
      user_id: null,
      state: 'failed',
      attempts: 15,
      failure: 'status',
      status: 503,
      created_at: at,
      attempted_at: at,
      next_attempt_at: at,
      expires_at: new Date(clock().getTime() + 30 * 24 * 60 * 60 * 1000).toISOString(),
      ...overrides,
    })
    .execute()
  return id
}

const ajv = new Ajv2020({ strict: false, validateFormats: false })

/** Fails the test for a message that is not as the OpenAPI document describes it. */
export function requireDocumentedMessage(event: string, message: unknown): void {
  const { webhooks, components } = apiDocument()
  const content = webhooks[event]?.post.requestBody?.content['application/json']
  if (content === undefined) throw new Error(`the document has no webhook ${event}`)
  const schema: object = content.schema
  const validate = ajv.compile({ ...schema, components })
  if (!validate(message)) throw new Error(`${event}: ${ajv.errorsText(validate.errors)}`)
}

/** Sends what is due, as the worker does. */
export async function sendDueMessages(services: Services): Promise<void> {
  const never = new AbortController().signal
  const lanes = createLanes(services)
  await lanes.fill(never, never)
  await lanes.rest()
}

interface ReceivedMessage {
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
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedMessage[] = []
  let answer: Answer = () => ({ status: 204 })
  const server = createServer(async (incoming, outgoing) => {
    const { headers } = incoming
    const message = { id: String(headers['webhook-id']), headers, body: await text(incoming) }
    received.push(message)
    const { status, headers: more = {}, body = '' } = await answer(message)
    outgoing.on('error', () => undefined)
    outgoing.writeHead(status, more).end(body)
  })
  const listening = await listenLocally(server)
  return {
    ...listening,
    url: `http://127.0.0.1:${listening.port}/aman`,
    received,
    answerWith(next) {
      answer = next
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
