import { sql } from 'kysely'
import type { Database } from '../database/tables/tables.ts'

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
export async function findFailingMailboxes(database: Database) {
  const found = await database
    .selectFrom('users')
    .innerJoin('organizations', 'organizations.id', 'users.organization_id')
    .select(({ fn }) => ['organizations.id', 'organizations.name', fn.countAll().as('users')])
    .where(hasFailingMailbox)
    .where('organizations.suspended_at', 'is', null)
    .groupBy(['organizations.id', 'organizations.name'])
    .orderBy('organizations.id')
    .execute()
  return found
    .map(({ id, name, users }) => ({ id, name, users: Number(users) }))
    .sort((one, other) => other.users - one.users)
}
