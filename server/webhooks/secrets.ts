import { randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { webhooksNotOffered } from '../../contract/webhooks/admin-webhooks.ts'
import { HttpError } from '../core/http-error.ts'
import type { Sealer } from '../core/sealer.ts'
import type { Webhooks } from '../database/tables/operation.ts'

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
export function signedHeaders(
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
