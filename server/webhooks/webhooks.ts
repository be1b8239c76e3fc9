// Purpose: what happened, sent to endpoints of the operator.
// May import: core, database, http, audit, mail.
// Start reading: announce.ts.

export { deleteDeliveries, listDeliveries, sendDeliveryAgain } from './admin-deliveries.ts'
export {
  changeWebhook,
  createWebhook,
  listWebhooks,
  removeWebhook,
  renewWebhookSecret,
  testWebhook,
} from './admin-webhooks.ts'
export { announceSilence, announceThreats, announceUsers } from './announce.ts'
