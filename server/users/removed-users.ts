import { isAt, placeColumns } from '../database/kept-mail.ts'
import { emptyJournal } from '../database/opening/empty-journal.ts'
import { deleteInChunks } from '../database/retention.ts'
import type { Database } from '../database/tables/tables.ts'
import { changeFlagRevisions, lockOwnerOfFlags } from '../flags/flags.ts'
import { removeCorrespondentsOf } from '../judge/judge.ts'
import { endSessions } from '../sign-in/sign-in.ts'
import { neverSignedIn } from './change/create-user.ts'

/**
 * Removes all data by which a user is visible or can act: the username is free again, and lists, teams
 * and gateways no longer find the user. An anonymous row remains, which owns the mail until
 * `deleteRemovedUsers` has deleted it.
 */
export async function anonymizeUser(database: Database, id: string, now: Date): Promise<void> {
  const organizationId = await lockOwnerOfFlags(database, id)
  await endSessions(database, { of: [id] })
  for (const table of [
    'user_aliases',
    'scim_users',
    'known_devices',
    'account_links',
    'sent_invitations',
    'second_factors',
    'recovery_codes',
    'code_attempts',
    'factor_challenges',
    'identity_links',
    'sign_on_attempts',
    'replaced_emails',
    'flags',
    'mail_checks',
    'mail_lessons',
    'marks',
    'scan_totals',
    // After the totals, whose lock holds back housekeeping that would write one.
    'weekly_scores',
    'organization_totals',
    'organization_joins',
    'reported_mails',
    'webhook_deliveries',
    // With the password of the mailbox, and what is known of its mail.
    'mailboxes',
  ] as const) {
    await database.deleteFrom(table).where('user_id', '=', id).execute()
  }
  await database
    .updateTable('users')
    .set({
      organization_id: null,
      username: `removed ${id}`,
      username_key: `removed ${id}`,
      look_alike_key: null,
      email: `removed ${id}`,
      full_name: '',
      role: 'employee',
      department: '',
      phone: '',
      is_active: 0,
      ...neverSignedIn,
      removed_at: now.toISOString(),
      name_key: '',
      search_text: '',
    })
    .where('id', '=', id)
    .execute()
  await changeFlagRevisions(database, [organizationId])
}

/**
 * Deletes the mail of removed users and then their anonymous rows. It can be interrupted and resumed
 * at any point, and may run concurrently.
 */
export async function deleteRemovedUsers(database: Database, stop?: AbortSignal): Promise<void> {
  const removed = await database
    .selectFrom('users')
    .select('id')
    .where('removed_at', 'is not', null)
    .execute()
  for (const { id } of removed) {
    await deleteInChunks((most) => deleteSomeScans(database, id, most), stop)
    if (stop?.aborted) return
    // Written by a report that ran beside the removal.
    await database.deleteFrom('webhook_deliveries').where('user_id', '=', id).execute()
    await database.transaction().execute((transaction) => deleteLast(transaction, id))
  }
  if (removed.length > 0) await emptyJournal(database)
}

async function deleteLast(transaction: Database, id: string): Promise<void> {
  // Waits for a report that is still writing, because the user's totals hold this row.
  await transaction.deleteFrom('users').where('id', '=', id).execute()
  // Safe mail does not refer to it on PostgreSQL (decision 0132).
  const last = await transaction
    .deleteFrom('scans')
    .where('user_id', '=', id)
    .returning('organization_id')
    .execute()
  await removeCorrespondentsOf(transaction, id, last)
}

async function deleteSomeScans(database: Database, userId: string, most: number) {
  const places = await database
    .selectFrom('scans')
    .select([...placeColumns, 'scans.organization_id'])
    .where('user_id', '=', userId)
    .limit(most)
    .execute()
  if (places.length === 0) return 0n
  await removeCorrespondentsOf(database, userId, places)
  const deletion = database.deleteFrom('scans').where(isAt(places))
  return (await deletion.executeTakeFirstOrThrow()).numDeletedRows
}
