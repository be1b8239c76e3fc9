import { sql } from 'kysely'
import type { Database } from '../database/tables/tables.ts'
import { organizationsWithMost } from '../organizations/organizations.ts'

/* How the mailboxes of an organization stand, for those who manage it. */

/** Its organization's credential is refused. */
export const isPaused = `exists (select 1 from mailbox_credentials
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
