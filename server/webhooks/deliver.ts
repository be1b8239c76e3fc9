import { productName } from '../../contract/core/product.ts'
import type { WebhookFailure } from '../../contract/webhooks/webhook.ts'
import { OutboundError } from '../core/outbound-fetch.ts'
import type { Sealer } from '../core/sealer.ts'
import type { Webhooks } from '../database/tables/operation.ts'
import type { Services } from '../http/services.ts'
import { type Signed, signedHeaders } from './secrets.ts'

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
