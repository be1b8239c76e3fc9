import type { ThreatLevel } from '../../contract/emails/threat-level.ts'
import type { WebhookEvent } from '../../contract/webhooks/webhook.ts'
import { type Clock, dayMs, isoAfter } from '../core/clock.ts'
import { prepare } from '../database/drivers/prepare.ts'
import { newId } from '../database/id.ts'
import type { WebhookDeliveries } from '../database/tables/operation.ts'
import type { Database } from '../database/tables/tables.ts'
import { type DataOf, envelope } from './events.ts'

/*
 * Messages are written in the transaction of what they tell, so that a crash loses none and a rollback
 * tells nothing.
 */

/** No message is kept for longer, and none about a mail for longer than the mail may be kept. */
const keptDays = 30

interface NewsOf<Event extends WebhookEvent> {
  readonly event: Event
  /** A change may concern two organizations. */
  readonly organizations: readonly (string | null)[]
  readonly data: DataOf<Event>
  readonly userId: string | null
  readonly expiresAt: string
}
type News = { [Event in WebhookEvent]: NewsOf<Event> }[WebhookEvent]

/** Prepared, so that PostgreSQL plans it once for each connection: reports of mail ask this. */
const findActive = prepare((database, named: (name: 'pause') => string) =>
  database
    .selectFrom('webhooks')
    .select(['id', 'events', 'organization_id'])
    .where('pause', '=', named('pause') as 'no'),
)

const rowsAtOnce = 100

async function announce(database: Database, now: Date, news: readonly News[]): Promise<void> {
  if (news.length === 0) return
  const webhooks = await findActive(database, { pause: 'no' })
  if (webhooks.length === 0) return
  const at = now.toISOString()
  const rows = news.flatMap((one): WebhookDeliveries[] => {
    const { event, organizations, data, userId, expiresAt } = one
    const messageId = newId()
    const wanting = webhooks.filter(
      ({ events, organization_id: only }) =>
        events.split(' ').includes(event) && (only === null || organizations.includes(only)),
    )
    return wanting.map(({ id }) => ({
      id: newId(),
      webhook_id: id,
      message_id: messageId,
      event,
      body: envelope(event, now, data),
      user_id: userId,
      state: 'waiting',
      attempts: 0,
      failure: 'none',
      status: null,
      created_at: at,
      attempted_at: null,
      next_attempt_at: at,
      expires_at: expiresAt,
    }))
  })
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    const some = rows.slice(start, start + rowsAtOnce)
    await database.insertInto('webhook_deliveries').values(some).execute()
  }
}

/** An email with its verdict. */
interface ReportedEmail {
  readonly id: string
  readonly userId: string
  readonly level: ThreatLevel
  readonly senderDomain: string
  readonly receivedAt: Date
}

/** Mail that is not safe, of users of an organization; late mail that is not kept is not told of. */
export async function announceThreats(
  database: Database,
  now: Date,
  organizationId: string,
  mails: readonly ReportedEmail[],
): Promise<void> {
  const news = mails.flatMap((mail): News[] => {
    const expiresAt = isoAfter(mail.receivedAt, keptDays * dayMs)
    if (mail.level === 'safe' || expiresAt <= now.toISOString()) return []
    const data = {
      scan_id: mail.id,
      organization_id: organizationId,
      user_id: mail.userId,
      threat_level: mail.level,
      sender_domain: mail.senderDomain,
      received_at: mail.receivedAt.toISOString(),
    }
    const userId = mail.userId
    return [{ event: 'threat.reported', organizations: [organizationId], data, userId, expiresAt }]
  })
  await announce(database, now, news)
}

interface ChangedUser {
  readonly id: string
  readonly organizationId: string | null
  /** Where it was another one. */
  readonly formerOrganizationId?: string | null
  readonly change: DataOf<'user.changed'>['change']
}

export async function announceUsers(
  { clock }: { readonly clock: Clock },
  database: Database,
  users: readonly ChangedUser[],
): Promise<void> {
  const now = clock()
  const news = users.map(({ id, organizationId, formerOrganizationId, change }): News => {
    const data = { user_id: id, organization_id: organizationId, change }
    const organizations = [organizationId, formerOrganizationId ?? organizationId]
    // Holds nothing that is deleted with the user, and a removal is told after it.
    return { ...userNews, organizations, data, expiresAt: isoAfter(now, keptDays * dayMs) }
  })
  await announce(database, now, news)
}

const userNews = { event: 'user.changed', userId: null } as const

export async function announceSilence(
  database: Database,
  now: Date,
  silent: readonly { readonly organization_id: string; readonly last_report_at: string }[],
): Promise<void> {
  const expiresAt = isoAfter(now, keptDays * dayMs)
  const news = silent.map(({ organization_id, last_report_at }): News => {
    const data = { organization_id, last_report_at }
    const organizations = [organization_id]
    return { event: 'gateway.silent', organizations, data, userId: null, expiresAt }
  })
  await announce(database, now, news)
}
