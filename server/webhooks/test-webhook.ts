import { testWebhookEndpoint } from '../../contract/webhooks/test-webhook.ts'
import { actorOf, recordAct } from '../audit/audit.ts'
import { newId } from '../database/id.ts'
import { bindUser } from '../http/bind.ts'
import type { Services } from '../http/services.ts'
import { requireWebhook } from './admin-webhooks.ts'
import { deliver } from './deliver.ts'
import { envelope } from './events.ts'
import { requireSealer } from './secrets.ts'

/** POST /admin/webhooks/{id}/test: once, without a place in the queue. */
export function testWebhook(services: Services) {
  return bindUser(services, testWebhookEndpoint, async ({ id }, caller) => {
    const { database, clock } = services
    const sealer = requireSealer(services.sealer)
    const webhook = await requireWebhook(database, id)
    const message = { id: newId(), body: envelope('test', clock(), { webhook_id: id }) }
    const started = performance.now()
    const outcome = await deliver(services, sealer, webhook, message)
    const milliseconds = Math.round(performance.now() - started)
    await recordAct(services, database, actorOf(caller), {
      action: 'webhook-test',
      target: 'webhook',
      targetId: id,
      detail: outcome.failure,
    })
    return { ...outcome, milliseconds }
  })
}
