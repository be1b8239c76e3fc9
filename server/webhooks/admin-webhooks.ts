import { sql } from 'kysely'
import * as v from 'valibot'
import { limits } from '../../contract/core/limits.ts'
import {
  changeWebhookEndpoint,
  createWebhookEndpoint,
  listWebhooksEndpoint,
  removeWebhookEndpoint,
  tooManyWebhooks,
} from '../../contract/webhooks/admin-webhooks.ts'
import { renewWebhookSecretEndpoint } from '../../contract/webhooks/renew-webhook-secret.ts'
import { testWebhookEndpoint } from '../../contract/webhooks/test-webhook.ts'
import { unknownWebhook, webhookEvents } from '../../contract/webhooks/webhook.ts'
import { actorOf, recordAct } from '../audit/audit.ts'
import { dayMs, isoAfter } from '../core/clock.ts'
import { HttpError, invalidField } from '../core/http-error.ts'
import { isCallable } from '../core/outbound-fetch.ts'
import { takeAdvisoryLock } from '../database/advisory-lock.ts'
import { countRows } from '../database/count-rows.ts'
import { newId } from '../database/id.ts'
import type { Webhooks } from '../database/tables/operation.ts'
import type { Database } from '../database/tables/tables.ts'
import { requireRecentConfirmation } from '../http/authentication.ts'
import { bindChange, bindUser } from '../http/bind.ts'
import type { Services } from '../http/services.ts'
import { deliver } from './deliver.ts'
import { envelope } from './events.ts'
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

/** GET /admin/webhooks. */
export function listWebhooks(services: Services) {
  const { database, sealer, webhookPrivateNetworks } = services
  return bindUser(services, listWebhooksEndpoint, async () => ({
    is_offered: sealer !== null,
    allows_http: webhookPrivateNetworks !== '',
    webhooks: await showWebhooks(services, database),
  }))
}

/** POST /admin/webhooks. */
export function createWebhook(services: Services) {
  return bindChange(services, createWebhookEndpoint, async (input, caller, transaction) => {
    const sealer = requireSealer(services.sealer)
    requireCallable(services, input.url)
    const id = newId()
    const secret = newWebhookSecret()
    await takeAdvisoryLock(transaction, 'webhooks')
    await requirePlace(transaction)
    await requireOrganization(transaction, input.organization_id)
    await transaction
      .insertInto('webhooks')
      .values({
        ...columnsOf(input),
        id,
        pause: 'no',
        paused_at: null,
        sealed_secret: sealWebhookSecret(sealer, id, secret),
        old_sealed_secret: null,
        old_secret_until: null,
        failing_since: null,
        last_delivered_at: null,
        created_at: services.clock().toISOString(),
      })
      .execute()
    await recordAct(services, transaction, actorOf(caller), {
      action: 'webhook-create',
      target: 'webhook',
      targetId: id,
      detail: input.events.join(', '),
    })
    const [made] = await showWebhooks(services, transaction, id)
    if (made === undefined) throw new Error('the webhook was not stored')
    return { ...made, secret }
  })
}

/** POST /admin/webhooks/{id}. */
export function changeWebhook(services: Services) {
  return bindChange(services, changeWebhookEndpoint, async (input, caller, transaction) => {
    const { id, is_active, ...given } = input
    const before = await requireWebhook(transaction, id)
    if (tellsMore(given, before)) requireRecentConfirmation(services, caller)
    if (given.url !== before.url) requireCallable(services, given.url)
    await requireOrganization(transaction, given.organization_id)
    const after = { ...columnsOf(given), ...pauseAfter(services, before, is_active) }
    await transaction.updateTable('webhooks').set(after).where('id', '=', id).execute()
    const changed = Object.entries(after).flatMap(([name, value]) =>
      new Map(Object.entries(before)).get(name) === value ? [] : name,
    )
    await recordAct(services, transaction, actorOf(caller), {
      action: isPauseAlone(changed, after) ? 'webhook-pause' : 'webhook-change',
      target: 'webhook',
      targetId: id,
      // The names alone: a URL may hold a token.
      detail: changed.join(', '),
    })
    return {}
  })
}

/** DELETE /admin/webhooks/{id}. */
export function removeWebhook(services: Services) {
  return bindChange(services, removeWebhookEndpoint, async ({ id }, caller, transaction) => {
    await requireWebhook(transaction, id)
    await transaction.deleteFrom('webhooks').where('id', '=', id).execute()
    await transaction.deleteFrom('webhook_deliveries').where('webhook_id', '=', id).execute()
    await recordAct(services, transaction, actorOf(caller), {
      action: 'webhook-remove',
      target: 'webhook',
      targetId: id,
    })
    return {}
  })
}

type Given = Omit<v.InferOutput<(typeof createWebhookEndpoint)['input']>, never>

/** Whether another address, or the same one, gets what it did not get before. */
function tellsMore(given: Given, before: Webhooks): boolean {
  const known = before.events.split(' ')
  return (
    given.url !== before.url ||
    given.organization_id !== before.organization_id ||
    given.events.some((event) => !known.includes(event))
  )
}

function columnsOf({ url, description, events, organization_id }: Given) {
  // In one order, without repetitions.
  const named = webhookEvents.filter((event) => events.includes(event)).join(' ')
  return { url, description, events: named, organization_id }
}

function pauseAfter(
  { clock }: Services,
  before: Pick<Webhooks, 'pause'>,
  isActive: boolean,
): Partial<Webhooks> {
  if (isActive === (before.pause === 'no')) return {}
  if (isActive) return { pause: 'no', paused_at: null, failing_since: null }
  return { pause: 'by_hand', paused_at: clock().toISOString() }
}

function isPauseAlone(changed: readonly string[], { pause }: Partial<Webhooks>): boolean {
  return pause === 'by_hand' && changed.every((name) => ['pause', 'paused_at'].includes(name))
}

/** @throws HttpError 422 */
function requireCallable({ webhookPrivateNetworks }: Services, url: string): void {
  if (!isCallable(url, webhookPrivateNetworks)) throw invalidField('url', 'not_callable', {})
}

/** @throws HttpError 409 */
async function requirePlace(database: Database): Promise<void> {
  const count = await countRows(database.selectFrom('webhooks'))
  if (count >= limits.webhooks) {
    throw new HttpError(tooManyWebhooks, { max: limits.webhooks })
  }
}

/** @throws HttpError 422 */
async function requireOrganization(database: Database, id: string | null): Promise<void> {
  if (id === null) return
  await database
    .selectFrom('organizations')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => invalidField('organization_id', 'unknown_organization', {}))
}

/** @throws HttpError 404 */
export async function requireWebhook(database: Database, id: string): Promise<Webhooks> {
  const found = await database
    .selectFrom('webhooks')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(() => new HttpError(unknownWebhook, {}))
  return found
}

const eventList = v.array(v.picklist(webhookEvents))

async function showWebhooks({ clock }: Services, database: Database, id?: string) {
  const now = clock().toISOString()
  const waiting = await countDeliveries(database, 'waiting', now)
  const failed = await countDeliveries(database, 'failed', now)
  const rows = await database
    .selectFrom('webhooks')
    .leftJoin('organizations', 'organizations.id', 'webhooks.organization_id')
    .selectAll('webhooks')
    .select('organizations.name as organization_name')
    .$if(id !== undefined, (query) => query.where('webhooks.id', '=', id ?? ''))
    .orderBy('webhooks.id')
    .execute()
  return rows.map(({ sealed_secret, old_sealed_secret, events, ...row }) => ({
    ...row,
    events: v.parse(eventList, events.split(' ')),
    old_secret_until: (row.old_secret_until ?? '') > now ? row.old_secret_until : null,
    waiting: waiting.get(row.id) ?? 0,
    failed: failed.get(row.id) ?? 0,
  }))
}

async function countDeliveries(
  database: Database,
  state: 'waiting' | 'failed',
  now: string,
): Promise<ReadonlyMap<string, number>> {
  const rows = await database
    .selectFrom('webhook_deliveries')
    .select(['webhook_id', sql<number>`count(*)`.as('count')])
    .where('state', '=', state)
    .where('expires_at', '>', now)
    .groupBy('webhook_id')
    .execute()
  return new Map(rows.map(({ webhook_id, count }) => [webhook_id, count]))
}
