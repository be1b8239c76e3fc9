import { dayMs, isoAfter } from '../../core/clock.ts'
import { findFlags } from '../../flags/flags.ts'
import { setPlace } from './kept-mails.ts'
import type { Watched, WatchedRow } from './watched.ts'

/**
 * Has mail of the last day moved whose sender its user flagged red after it came, where the user wants that. Mail
 * that was moved back stays, and no green flag moves any.
 */
export async function moveFlagged({ services }: Watched, row: WatchedRow): Promise<void> {
  if (row.action !== 'move' || row.moves_last_day === 0) return
  const { database, clock } = services
  const { organization_id: organizationId } = row.user
  const now = clock()
  const dayAgo = isoAfter(now, -dayMs)
  const recent = await database
    .selectFrom('flags')
    .select(['id', 'created_at'])
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', row.user_id)
    .where('flag_type', '=', 'red')
    .where('created_at', '>', dayAgo)
    .execute()
  if (recent.length === 0) return
  const mails = await database
    .selectFrom('mailbox_mails')
    .innerJoin('scans', 'scans.id', 'mailbox_mails.scan_id')
    .select(['mailbox_id', 'mailbox_mails.id', 'judged_at', 'sender_address as sender'])
    .where('scans.organization_id', '=', organizationId)
    .where('scans.user_id', '=', row.user_id)
    .where('mailbox_id', '=', row.id)
    .where('place', '=', 'inbox')
    .where('scans.received_at', '>', dayAgo)
    .where('sender_address', '<>', '')
    .execute()
  const wanted = mails.map(({ sender }) => ({ userId: row.user_id, sender }))
  const flagOf = await findFlags(services, organizationId, wanted, now)
  for (const mail of mails) {
    const flag = flagOf({ userId: row.user_id, sender: mail.sender })
    const made = recent.find(({ id }) => id === flag?.id)
    if (made !== undefined && made.created_at >= mail.judged_at) {
      await setPlace(database, mail, 'moving')
    }
  }
}
