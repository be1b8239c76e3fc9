import { sql } from 'kysely'
import { baseLocale, type Locale } from '../../contract/core/locale.ts'
import { showMailboxEndpoint } from '../../contract/mailboxes/own-mailbox.ts'
import { isKept } from '../database/kept-mail.ts'
import type { Mailboxes } from '../database/tables/mail.ts'
import type { Database } from '../database/tables/tables.ts'
import { readReason, reasonColumns, sentenceIn } from '../emails/emails.ts'
import { bindUser } from '../http/bind.ts'
import type { Services } from '../http/services.ts'
import { isPaused } from './connections.ts'
import { addressesOf } from './owner.ts'

const mostShown = 50

/** GET /account/mailbox. */
export function showMailbox(services: Services) {
  const { database, sealer } = services
  return bindUser(services, showMailboxEndpoint, async (_input, { user, locale }) => {
    const mailbox = await database
      .selectFrom('mailboxes')
      .selectAll()
      .select(sql<number | boolean>`${sql.raw(isPaused)}`.as('is_paused'))
      .where('user_id', '=', user.id)
      .executeTakeFirst()
    return {
      is_offered: sealer !== null && user.organization_id !== null,
      addresses: await addressesOf(database, user),
      mailbox: mailbox && {
        ...mailbox,
        signs_in: mailbox.signs_in === 1,
        problem: mailbox.is_paused ? 'credential' : mailbox.problem,
        by_organization: mailbox.credential_of !== null,
        moves_last_day: mailbox.moves_last_day === 1,
        moved: await readMoved(services, database, mailbox, locale ?? baseLocale),
      },
    }
  })
}

async function readMoved(
  { clock }: Services,
  database: Database,
  { id: mailboxId, user_id }: Mailboxes,
  locale: Locale,
) {
  const rows = await database
    .selectFrom('mailbox_mails')
    .innerJoin('scans', 'scans.id', 'mailbox_mails.scan_id')
    .select([
      'scans.id',
      'email_subject',
      'sender_domain',
      'threat_level',
      'scans.received_at',
      'place',
    ])
    .select(reasonColumns)
    .where('scans.user_id', '=', user_id)
    .where('mailbox_id', '=', mailboxId)
    .where('place', 'in', ['moved', 'returning'])
    .where(isKept(clock()))
    .orderBy('mailbox_mails.judged_at', 'desc')
    .orderBy('scans.id', 'desc')
    .limit(mostShown)
    .execute()
  return rows.map(({ email_subject, place, ...row }) => ({
    ...row,
    subject: email_subject,
    is_returning: place === 'returning',
    // Safe mail is there because its sender was flagged after it came.
    detection_reason: sentenceIn(
      locale,
      row.threat_level === 'safe' ? { code: 'blockedButDelivered' } : readReason(row),
    ),
  }))
}
