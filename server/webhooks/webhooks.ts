// What it is for: what happened, sent to endpoints of the operator.
// What it may import: core, database, http, audit, mail.
// Where to start reading: announce.ts.

export { deleteDeliveries, listDeliveries, sendDeliveryAgain } from './admin-deliveries.ts'
export { changeWebhook, createWebhook, listWebhooks, removeWebhook } from './admin-webhooks.ts'
export { announceSilence, announceThreats, announceUsers } from './announce.ts'
export { renewWebhookSecret } from './renew-webhook-secret.ts'
export { testWebhook } from './test-webhook.ts'
