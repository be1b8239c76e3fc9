import { tooManyInvitations } from '../../contract/users/invite-own-users.ts'
import { clockSkewMs, hourMs, isoAfter } from '../core/clock.ts'
import { HttpError } from '../core/http-error.ts'
import { takeAdvisoryLock } from '../database/advisory-lock.ts'
import { countRows } from '../database/count-rows.ts'
import { newId } from '../database/id.ts'
import type { Retention } from '../database/retention.ts'
import type { Database } from '../database/tables/tables.ts'
import type { Services } from '../http/services.ts'

const windowMs = 24 * hourMs
/** To one user: an invitation gets lost now and then, and is no means to write mail. */
const mostToUser = 5

type Needed = Pick<Services, 'clock' | 'limits'>

/** How many invitations an organization may still send. */
export async function invitationsLeft(
  services: Needed,
  database: Database,
  organizationId: string,
): Promise<number> {
  const sent = await sentSince(services, database, 'organization_id', organizationId)
  return Math.max(0, services.limits.invitationsPerDay - sent)
}

/**
 * Counts an invitation within the transaction that sends it, so that a stolen account is no machine for
 * mail.
 * @throws HttpError 429
 */
export async function countInvitation(
  services: Needed,
  transaction: Database,
  organizationId: string,
  userId: string,
): Promise<void> {
  await takeAdvisoryLock(transaction, `invitations ${organizationId}`)
  const left = await invitationsLeft(services, transaction, organizationId)
  const toUser = await sentSince(services, transaction, 'user_id', userId)
  if (left === 0 || toUser >= mostToUser) throw new HttpError(tooManyInvitations, {})
  await transaction
    .insertInto('sent_invitations')
    .values({
      id: newId(),
      organization_id: organizationId,
      user_id: userId,
      sent_at: services.clock().toISOString(),
    })
    .execute()
}

export const invitationRetention: Retention = {
  table: 'sent_invitations',
  date: 'sent_at',
  keptMs: windowMs,
  future: 'delete',
}

async function sentSince(
  { clock }: Pick<Services, 'clock'>,
  database: Database,
  column: 'organization_id' | 'user_id',
  id: string,
): Promise<number> {
  const now = clock()
  return countRows(
    database
      .selectFrom('sent_invitations')
      .where(column, '=', id)
      .where('sent_at', '>', isoAfter(now, -windowMs))
      .where('sent_at', '<=', isoAfter(now, clockSkewMs)),
  )
}
