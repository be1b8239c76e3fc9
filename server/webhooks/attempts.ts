import { type Selectable, sql } from 'kysely'
import type { Locale } from '../../contract/core/locale.ts'
import type { WebhookPause } from '../../contract/webhooks/webhook.ts'
import { clockSkewMs, dayMs, hourMs, isoAfter, minuteMs, secondMs } from '../core/clock.ts'
import { wordsIn } from '../core/locale.ts'
import { readWords } from '../core/read-words.ts'
import { claimNext, nextAttemptAt, type Queue } from '../database/queue.ts'
import type { Retention } from '../database/retention.ts'
import type { WebhookDeliveries, Webhooks } from '../database/tables/operation.ts'
import type { Database } from '../database/tables/tables.ts'
import type { Services as AllServices } from '../http/services.ts'
import { localeOfUser, type OutgoingMail, queueMail } from '../mail/mail.ts'
import type { Outcome } from './deliver.ts'

type AutomaticPause = Exclude<WebhookPause, 'no' | 'by_hand'>

/** Stops sending to an endpoint and tells the super admins, in the caller's transaction. */
export async function pauseWebhook(
  services: Pick<AllServices, 'clock' | 'mailDomain'>,
  transaction: Database,
  { id, url }: Pick<Webhooks, 'id' | 'url'>,
  pause: AutomaticPause,
): Promise<void> {
  const paused_at = services.clock().toISOString()
  await transaction.updateTable('webhooks').set({ pause, paused_at }).where('id', '=', id).execute()
  const admins = await transaction
    .selectFrom('users')
    .select(['id', 'email'])
    .where('role', '=', 'super_admin')
    .where('is_active', '=', 1)
    .where('removed_at', 'is', null)
    .execute()
  for (const { id: adminId, email } of admins) {
    const locale = await localeOfUser(transaction, adminId)
    await queueMail(transaction, services, pausedMail(email, url, pause, locale))
  }
}

const words = readWords(import.meta.dirname, 'pause.words.yaml')

/** The mail to a super admin, in the admin's language. */
export function pausedMail(
  to: string,
  url: string,
  pause: AutomaticPause,
  locale: Locale,
): OutgoingMail {
  const { subject, reasons, text } = wordsIn(words, locale)
  // The path may hold a token of the receiver.
  return { to, subject, text: text({ url: URL.parse(url)?.origin ?? '', reason: reasons[pause] }) }
}

export type Delivery = Selectable<WebhookDeliveries>
type Services = Pick<AllServices, 'database' | 'clock' | 'mailDomain'>

export const deliveryQueue: Queue<'webhook_deliveries'> = {
  table: 'webhook_deliveries',
  waits: sql`state = 'waiting'`,
  claimed: (now) => sql`attempted_at = ${now.toISOString()}`,
  // The last attempt is after about three days.
  pausesMs: [
    5 * secondMs,
    30 * secondMs,
    2 * minuteMs,
    10 * minuteMs,
    30 * minuteMs,
    ...[1, 2, 4, 8, 12, 12, 12, 12, 12].map((hours) => hours * hourMs),
  ],
  jitter: 0.2,
  leaseMs: minuteMs,
}

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

export function claimDelivery(
  database: Database,
  webhookId: string,
  now: Date,
): Promise<Delivery | undefined> {
  const among = sql`webhook_id = ${webhookId} and expires_at > ${now.toISOString()}`
  return claimNext(database, deliveryQueue, now, among)
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
  const next = failure === 'gone' ? undefined : nextAttemptAt(deliveryQueue, attempts, now)
  await database.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('webhook_deliveries')
      .set({
        failure,
        status,
        ...(next === undefined ? { state: 'failed' } : { next_attempt_at: next }),
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

export const deliveryRetention: Retention = { table: 'webhook_deliveries', date: 'expires_at' }

/** Former secrets sign nothing any more. */
export async function deleteFormerSecrets(database: Database, now: Date): Promise<void> {
  await database
    .updateTable('webhooks')
    .set({ old_sealed_secret: null, old_secret_until: null })
    .where('old_secret_until', '<=', now.toISOString())
    .execute()
}
