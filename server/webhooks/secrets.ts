import { randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { productName } from '../../contract/core/product.ts'
import { webhooksNotOffered } from '../../contract/webhooks/admin-webhooks.ts'
import type { WebhookFailure } from '../../contract/webhooks/webhook.ts'
import { HttpError } from '../core/http-error.ts'
import { OutboundError } from '../core/outbound-fetch.ts'
import type { Sealer } from '../core/sealer.ts'
import type { Webhooks } from '../database/tables/tables.ts'
import type { Services } from '../http/services.ts'

const secretBytes = 32

/** In the form that libraries of Standard Webhooks take. */
export function newWebhookSecret(): string {
  return `whsec_${randomBytes(secretBytes).toString('base64')}`
}

export function sealWebhookSecret(sealer: Sealer, id: string, secret: string): string {
  return sealer.seal(secret, placeOf(id))
}

function placeOf(id: string): string {
  return `webhook ${id}`
}

/** @throws HttpError 409 */
export function requireSealer(sealer: Sealer | null): Sealer {
  if (sealer === null) throw new HttpError(webhooksNotOffered, {})
  return sealer
}

export type Signed = Pick<
  Webhooks,
  'id' | 'sealed_secret' | 'old_sealed_secret' | 'old_secret_until'
>

interface Message {
  readonly id: string
  readonly body: string
}

/** The headers of Standard Webhooks, with a second signature while the former secret is valid. */
function signedHeaders(
  sealer: Sealer,
  webhook: Signed,
  { id, body }: Message,
  now: Date,
): Record<string, string> {
  const { sealed_secret, old_sealed_secret: old, old_secret_until: until } = webhook
  const isOldValid = old !== null && until !== null && until > now.toISOString()
  const signatures = [sealed_secret, ...(isOldValid ? [old] : [])].map((sealed) =>
    new Webhook(sealer.open(sealed, placeOf(webhook.id))).sign(id, now, body),
  )
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': signatures.join(' '),
  }
}

/** The result of one attempt. Of the answer nothing but its status is read. */
export interface Outcome {
  readonly failure: WebhookFailure
  readonly status: number | null
}

/** Sends a message once, signed with the time of this attempt. */
export async function deliver(
  { webhookPost, clock }: Pick<Services, 'webhookPost' | 'clock'>,
  sealer: Sealer,
  webhook: Signed & Pick<Webhooks, 'url'>,
  message: { readonly id: string; readonly body: string },
  cut?: AbortSignal,
): Promise<Outcome> {
  const headers = {
    'content-type': 'application/json',
    'user-agent': `${productName}-Webhooks`,
    ...signedHeaders(sealer, webhook, message, clock()),
  }
  try {
    return judge(await webhookPost(webhook.url, headers, message.body, cut))
  } catch (cause) {
    if (!(cause instanceof OutboundError)) throw cause
    const failure = cause.problem === 'too_large' ? 'unreachable' : cause.problem
    return { failure, status: null }
  }
}

function judge(status: number): Outcome {
  if (status >= 200 && status < 300) return { failure: 'none', status }
  return { failure: status === 410 ? 'gone' : 'status', status }
}
