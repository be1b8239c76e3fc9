import { sql } from 'kysely'
import type { Database } from '../database/tables/tables.ts'
import { organizationsWithMost } from '../organizations/organizations.ts'

/* How the mailboxes of an organization stand, for those who manage it. */

/** It is not watched, and its user did not want that. */
const isFailing = `(mailboxes.state = 'refused' or (mailboxes.state = 'active'
  and mailboxes.problem is not null and mailboxes.problem not in ('cannot_move', 'full', 'shared')))`

/** A column of a query of users; null without a mailbox. */
export const mailboxColumn = `(select case when mailboxes.state = 'stopped' then 'stopped'
    when ${isFailing} then 'failing' else 'watched' end
  from mailboxes where mailboxes.user_id = users.id) as mailbox`

/** A condition of a query of users: they can have their mailbox watched, and do not. */
export const lacksMailbox = sql<boolean>`(users.is_active = 1 and users.removed_at is null
  and users.organization_id is not null and users.role <> 'super_admin'
  and (users.password_hash is not null or users.invitation_expires_at is null)
  and not exists (select 1 from mailboxes where mailboxes.user_id = users.id))`

export const hasFailingMailbox = sql<boolean>`(users.is_active = 1 and users.removed_at is null
  and exists (select 1 from mailboxes where mailboxes.user_id = users.id
    and ${sql.raw(isFailing)}))`

/** The organizations with mailboxes that failed, most of them first. */
export function findFailingMailboxes(database: Database) {
  return organizationsWithMost(database.selectFrom('users').where(hasFailingMailbox))
}
