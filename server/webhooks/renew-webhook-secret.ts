import { renewWebhookSecretEndpoint } from '../../contract/webhooks/renew-webhook-secret.ts'
import { actorOf, recordAct } from '../audit/audit.ts'
import { dayMs, isoAfter } from '../core/clock.ts'
import { bindChange } from '../http/bind.ts'
import type { Services } from '../http/services.ts'
import { requireWebhook } from './admin-webhooks.ts'
import { newWebhookSecret, requireSealer, sealWebhookSecret } from './secrets.ts'

/** Long enough to give the receiver the new secret. */
const bothValidMs = dayMs

/** POST /admin/webhooks/{id}/secret. */
export function renewWebhookSecret(services: Services) {
  return bindChange(services, renewWebhookSecretEndpoint, async ({ id }, caller, transaction) => {
    const sealer = requireSealer(services.sealer)
    const secret = newWebhookSecret()
    const old_secret_until = isoAfter(services.clock(), bothValidMs)
    const { sealed_secret } = await requireWebhook(transaction, id)
    await transaction
      .updateTable('webhooks')
      .set({
        sealed_secret: sealWebhookSecret(sealer, id, secret),
        old_sealed_secret: sealed_secret,
        old_secret_until,
      })
      .where('id', '=', id)
      .execute()
    await recordAct(services, transaction, actorOf(caller), {
      action: 'webhook-secret',
      target: 'webhook',
      targetId: id,
    })
    return { secret, old_secret_until }
  })
}
