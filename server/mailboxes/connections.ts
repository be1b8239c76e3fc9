import { sql } from 'kysely'
import { baseLocale, type Locale } from '../../contract/core/locale.ts'
import { showMailboxEndpoint } from '../../contract/mailboxes/own-mailbox.ts'
import { isKept } from '../database/kept-mail.ts'
import type { Database, Mailboxes } from '../database/tables/tables.ts'
import { readReason, reasonColumns, sentenceIn } from '../emails/emails.ts'
import { bindUser } from '../http/bind.ts'
import type { Services } from '../http/services.ts'
import { organizationsWithMost } from '../organizations/organizations.ts'
import { addressesOf } from './password.ts'

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

/* How the mailboxes of an organization stand, for those who manage it. */

/** Its organization's credential is refused. */
const isPaused = `exists (select 1 from mailbox_credentials
  where mailbox_credentials.organization_id = mailboxes.credential_of
  and mailbox_credentials.state = 'refused')`

/** It is not watched, and its user did not want that. */
export const isFailing = `(mailboxes.state = 'refused' or (mailboxes.state = 'active'
  and mailboxes.problem is not null and mailboxes.problem not in ('cannot_move', 'full', 'shared'))
  or ${isPaused})`

/** A column of a query of users; null without a mailbox. */
export const mailboxColumn = `(select case when mailboxes.state = 'stopped' then 'stopped'
    when ${isFailing} then 'failing' when mailboxes.uid_validity = '' then 'connecting' else 'watched' end
  from mailboxes where mailboxes.user_id = users.id) as mailbox`

/** A condition of a query of users: they can have their mailbox watched, and do not. */
export const lacksMailbox = sql<boolean>`(users.is_active = 1 and users.removed_at is null
  and users.organization_id is not null and users.role <> 'super_admin'
  and (users.password_hash is not null or users.invitation_expires_at is null)
  and not exists (select 1 from mailboxes where mailboxes.user_id = users.id))`

export const hasFailingMailbox = sql<boolean>`(users.is_active = 1 and users.removed_at is null
  and exists (select 1 from mailboxes where mailboxes.user_id = users.id
    and ${sql.raw(isFailing)}))`

/** The organizations whose mail server refuses their credential, by name. */
export function findRefusedCredentials(database: Database) {
  return database
    .selectFrom('mailbox_credentials')
    .innerJoin('organizations', 'organizations.id', 'organization_id')
    .select(['organizations.id', 'organizations.name', 'refused_at'])
    .where('state', '=', 'refused')
    .where('organizations.suspended_at', 'is', null)
    .orderBy('organizations.name_key')
    .execute()
}

/** The organizations with mailboxes that failed, most of them first; a refused credential is said once. */
export function findFailingMailboxes(database: Database) {
  const isNotPaused = sql<boolean>`not exists (select 1 from mailboxes
    where mailboxes.user_id = users.id and ${sql.raw(isPaused)})`
  return organizationsWithMost(
    database.selectFrom('users').where(hasFailingMailbox).where(isNotPaused),
  )
}
