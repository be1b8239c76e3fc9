import { sql } from 'kysely'
import * as v from 'valibot'
import {
  deleteDeliveriesEndpoint,
  listDeliveriesEndpoint,
  sendDeliveryAgainEndpoint,
} from '../../contract/webhooks/admin-deliveries.ts'
import type { DeliveryState } from '../../contract/webhooks/webhook.ts'
import { actorOf, recordAct } from '../audit/audit.ts'
import type { Part } from '../database/keyset.ts'
import type { Database } from '../database/tables/tables.ts'
import { requireUser } from '../http/authentication.ts'
import { bindResponse, bindUser } from '../http/bind.ts'
import { jsonAnswer } from '../http/json-answer.ts'
import { openList } from '../http/list-page.ts'
import type { Services } from '../http/services.ts'
import { requireWebhook } from './admin-webhooks.ts'

const usualPage = 50

/** GET /admin/webhook-deliveries. */
export function listDeliveries(services: Services) {
  const { database, clock } = services
  return bindResponse(services, listDeliveriesEndpoint, async (read, context) => {
    await requireUser(services, context, listDeliveriesEndpoint)
    const input = (await read()) ?? {}
    const { state = 'failed', webhook_id } = input
    const ofWebhook =
      webhook_id === undefined
        ? sql<boolean>`true`
        : sql<boolean>`webhook_deliveries.webhook_id = ${webhook_id}`
    const list = await openList(database, listDeliveriesEndpoint, input, {
      table: {
        name: 'webhook_deliveries',
        scope: sql<boolean>`webhook_deliveries.state = ${state} and ${ofWebhook}
          and webhook_deliveries.expires_at > ${clock().toISOString()}`,
        read: (part) => findDeliveries(database, part),
      },
      sorts: { created_at: { column: 'webhook_deliveries.id', type: 'text', isUnique: true } },
      usual: { sort: 'created_at', order: 'desc' },
    })
    const { rows, headers } = await list.page(input.limit ?? usualPage)
    const shown = rows.map((row) => ({
      ...row,
      next_attempt_at: row.state === 'waiting' ? row.next_attempt_at : null,
    }))
    return jsonAnswer(v.parse(listDeliveriesEndpoint.output, shown), { headers })
  })
}

function findDeliveries(database: Database, { condition, sortKey, order, limit }: Part) {
  return database
    .selectFrom('webhook_deliveries')
    .innerJoin('webhooks', 'webhooks.id', 'webhook_deliveries.webhook_id')
    .selectAll('webhook_deliveries')
    .select(['webhooks.url', sortKey.as('sort_key')])
    .where(condition)
    .orderBy(order)
    .limit(limit)
    .execute()
}

/** POST /admin/webhooks/{id}/deliveries/send. */
export function sendDeliveryAgain(services: Services) {
  const { database, clock } = services
  return bindUser(services, sendDeliveryAgainEndpoint, async (input, caller) => {
    const { id, delivery_id } = input
    const now = clock().toISOString()
    const changed = await database.transaction().execute(async (transaction) => {
      await requireWebhook(transaction, id)
      const { numUpdatedRows } = await transaction
        .updateTable('webhook_deliveries')
        .set({ state: 'waiting', attempts: 0, next_attempt_at: now })
        .where('webhook_id', '=', id)
        .where('state', 'in', statesFor(delivery_id))
        // One whose time is over is never sent.
        .where('expires_at', '>', now)
        .$if(delivery_id !== undefined, (query) => query.where('id', '=', delivery_id ?? ''))
        .executeTakeFirstOrThrow()
      await recordAct(services, transaction, actorOf(caller), {
        action: 'webhook-resend',
        target: 'webhook',
        targetId: id,
        detail: `${numUpdatedRows} messages`,
      })
      return Number(numUpdatedRows)
    })
    return { changed }
  })
}

/** POST /admin/webhooks/{id}/deliveries/delete. */
export function deleteDeliveries(services: Services) {
  const { database } = services
  return bindUser(services, deleteDeliveriesEndpoint, async (input, caller) => {
    const { id, delivery_id } = input
    const changed = await database.transaction().execute(async (transaction) => {
      await requireWebhook(transaction, id)
      const { numDeletedRows } = await transaction
        .deleteFrom('webhook_deliveries')
        .where('webhook_id', '=', id)
        .where('state', 'in', statesFor(delivery_id))
        .$if(delivery_id !== undefined, (query) => query.where('id', '=', delivery_id ?? ''))
        .executeTakeFirstOrThrow()
      await recordAct(services, transaction, actorOf(caller), {
        action: 'webhook-delete-messages',
        target: 'webhook',
        targetId: id,
        detail: `${numDeletedRows} messages`,
      })
      return Number(numDeletedRows)
    })
    return { changed }
  })
}

/** All at once are only those that were given up. */
function statesFor(deliveryId: string | undefined): DeliveryState[] {
  return deliveryId === undefined ? ['failed'] : ['failed', 'waiting']
}
