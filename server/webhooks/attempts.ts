import { randomInt } from 'node:crypto'
import type { Selectable } from 'kysely'
import { claimNext } from '../core/background-work.ts'
import { clockSkewMs, dayMs, hourMs, isoAfter, minuteMs, secondMs } from '../core/clock.ts'
import { deleteInChunks } from '../database/delete-in-chunks.ts'
import type { Database, WebhookDeliveries, Webhooks } from '../database/tables/tables.ts'
import type { Services as AllServices } from '../http/services.ts'
import type { Outcome } from './deliver.ts'
import { pauseWebhook } from './pause.ts'

export type Delivery = Selectable<WebhookDeliveries>
type Services = Pick<AllServices, 'database' | 'clock' | 'mailDomain'>

/** Pauses between attempts. The last attempt is after about three days. */
export const pausesMs = [
  5 * secondMs,
  30 * secondMs,
  2 * minuteMs,
  10 * minuteMs,
  30 * minuteMs,
  ...[1, 2, 4, 8, 12, 12, 12, 12, 12].map((hours) => hours * hourMs),
]

/** Pauses are longer or shorter by up to this part, so that a receiver is not met by all at once. */
const jitter = 0.2
/** Longer than an attempt may take. After a crash another server takes over when it expires. */
const leaseMs = minuteMs
/** An endpoint that takes nothing for so long is paused. */
const failingDays = 5
const deliveredKeptMs = dayMs

/** Active endpoints with a message that is due. */
export async function findDueWebhooks(database: Database, now: Date): Promise<readonly string[]> {
  const found = await database
    .selectFrom('webhooks')
    .select('id')
    .where('pause', '=', 'no')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('webhook_deliveries')
          .select('webhook_deliveries.id')
          .whereRef('webhook_deliveries.webhook_id', '=', 'webhooks.id')
          .where('state', '=', 'waiting')
          .where('next_attempt_at', '<=', now.toISOString())
          .where('expires_at', '>', now.toISOString()),
      ),
    )
    .execute()
  return found.map(({ id }) => id)
}

/** @returns undefined if it was paused or removed */
export function readActive(
  database: Database,
  id: string,
): Promise<Selectable<Webhooks> | undefined> {
  return database
    .selectFrom('webhooks')
    .selectAll()
    .where('id', '=', id)
    .where('pause', '=', 'no')
    .executeTakeFirst()
}

/** Claims the message that is due for longest, so that no other server sends it meanwhile. */
export function claimDelivery(
  database: Database,
  webhookId: string,
  now: Date,
): Promise<Delivery | undefined> {
  const at = now.toISOString()
  return claimNext(
    async () => {
      const due = await database
        .selectFrom('webhook_deliveries')
        .select('id')
        .where('webhook_id', '=', webhookId)
        .where('state', '=', 'waiting')
        .where('next_attempt_at', '<=', at)
        .where('expires_at', '>', at)
        .orderBy('next_attempt_at')
        .limit(1)
        .executeTakeFirst()
      return due?.id
    },
    (id) =>
      database
        .updateTable('webhook_deliveries')
        .set((column) => ({
          attempts: column('attempts', '+', 1),
          attempted_at: at,
          next_attempt_at: isoAfter(now, leaseMs),
        }))
        .where('id', '=', id)
        .where('state', '=', 'waiting')
        .where('next_attempt_at', '<=', at)
        .returningAll()
        .executeTakeFirst(),
  )
}

export async function noteDelivered(
  { database, clock }: Services,
  { id, webhook_id, expires_at }: Delivery,
  { status }: Outcome,
): Promise<void> {
  const now = clock()
  const at = now.toISOString()
  const kept = isoAfter(now, deliveredKeptMs)
  await database.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('webhook_deliveries')
      .set({ state: 'delivered', failure: 'none', status, expires_at: earlier(kept, expires_at) })
      .where('id', '=', id)
      .execute()
    // Rarely more than once a minute, because many messages may be delivered in one.
    await transaction
      .updateTable('webhooks')
      .set({ failing_since: null, last_delivered_at: at })
      .where('id', '=', webhook_id)
      .where((column) =>
        column.or([
          column('failing_since', 'is not', null),
          column('last_delivered_at', 'is', null),
          column('last_delivered_at', '<=', isoAfter(now, -minuteMs)),
          column('last_delivered_at', '>', isoAfter(now, clockSkewMs)),
        ]),
      )
      .execute()
  })
}

function earlier(one: string, other: string): string {
  return one < other ? one : other
}

/** Schedules the next attempt, or gives the message up; pauses an endpoint that wants or takes nothing. */
export async function noteFailure(
  services: Services,
  { id, webhook_id, attempts }: Delivery,
  { failure, status }: Outcome,
): Promise<void> {
  const { database, clock } = services
  const now = clock()
  const pauseMs = failure === 'gone' ? undefined : pausesMs[attempts - 1]
  await database.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('webhook_deliveries')
      .set({
        failure,
        status,
        ...(pauseMs === undefined
          ? { state: 'failed' }
          : { next_attempt_at: isoAfter(now, withJitter(pauseMs)) }),
      })
      .where('id', '=', id)
      .where('state', '=', 'waiting')
      .execute()
    const webhook = await transaction
      .selectFrom('webhooks')
      .select(['id', 'url', 'failing_since'])
      .where('id', '=', webhook_id)
      .where('pause', '=', 'no')
      .forUpdate()
      .executeTakeFirst()
    if (webhook === undefined) return
    const since = knownSince(webhook.failing_since, now)
    if (failure === 'gone' || since <= isoAfter(now, -failingDays * dayMs)) {
      const why = failure === 'gone' ? 'gone' : 'failing'
      await pauseWebhook(services, transaction, webhook, why)
    } else if (since !== webhook.failing_since) {
      await transaction
        .updateTable('webhooks')
        .set({ failing_since: since })
        .where('id', '=', webhook_id)
        .execute()
    }
  })
}

/** A time that was noted while the clock was ahead counts from now. */
function knownSince(noted: string | null, now: Date): string {
  return noted === null || noted > isoAfter(now, clockSkewMs) ? now.toISOString() : noted
}

function withJitter(pauseMs: number): number {
  return Math.round(pauseMs * (1 + jitter * (randomInt(-1000, 1001) / 1000)))
}

const longestWaitMs = Math.max(...pausesMs) * (1 + jitter)

/** Makes messages due that were scheduled while the clock was ahead. */
export async function recallDeliveries(database: Database, now: Date): Promise<void> {
  await database
    .updateTable('webhook_deliveries')
    .set({ next_attempt_at: now.toISOString() })
    .where('state', '=', 'waiting')
    .where('next_attempt_at', '>', isoAfter(now, longestWaitMs + clockSkewMs))
    .execute()
}

/** Deletes messages whose time is over, and former secrets that sign nothing any more. */
export async function deleteOldDeliveries(
  database: Database,
  now: Date,
  stop?: AbortSignal,
): Promise<void> {
  const at = now.toISOString()
  await deleteInChunks(
    (most) =>
      database
        .deleteFrom('webhook_deliveries')
        .where('id', 'in', (query) =>
          query
            .selectFrom('webhook_deliveries')
            .select('id')
            .where('expires_at', '<=', at)
            .limit(most),
        ),
    stop,
  )
  await database
    .updateTable('webhooks')
    .set({ old_sealed_secret: null, old_secret_until: null })
    .where('old_secret_until', '<=', at)
    .execute()
}
