import { tooManyChecks } from '../../../contract/emails/check-mail.ts'
import type { ThreatLevel } from '../../../contract/emails/threat-level.ts'
import { dayMs, minuteMs, secondMs } from '../../core/clock.ts'
import { blockedUntil } from '../../core/http-error.ts'
import { takeAdvisoryLock } from '../../database/advisory-lock.ts'
import { newId } from '../../database/id.ts'
import { organizationKey } from '../../database/organization-key.ts'
import type { Retention } from '../../database/retention.ts'
import type { MailChecks, Place, Users } from '../../database/tables/tables.ts'
import { waitForPlace } from '../../database/window.ts'

const window = { most: 10, withinMs: 10 * minuteMs }

type Checker = Pick<Users, 'id' | 'organization_id'>
/** Where a check is kept. */
type KeptCheck = Pick<MailChecks, 'id' | 'organization_id'>

/**
 * Records that a user begins a check; it has no verdict yet.
 * @throws HttpError 429 if the user has begun too many within ten minutes
 */
export function beginCheck(
  { database, clock }: Place,
  { id: userId, organization_id }: Checker,
): Promise<KeptCheck> {
  return database.transaction().execute(async (transaction) => {
    await takeAdvisoryLock(transaction, `mail checks of ${userId}`)
    const now = clock()
    const checks = transaction.selectFrom('mail_checks').where('user_id', '=', userId)
    const waitMs = await waitForPlace(checks, 'checked_at', window, now)
    if (waitMs > 0) throw blockedUntil(tooManyChecks, {}, waitMs / secondMs)
    const check = { id: newId(), organization_id: organizationKey(organization_id) }
    await transaction
      .insertInto('mail_checks')
      .values({ ...check, user_id: userId, checked_at: now.toISOString(), threat_level: null })
      .execute()
    return check
  })
}

/** Keeps a check that was made elsewhere, once. */
export async function keepCheck(
  { database, clock }: Place,
  { id: userId, organization_id }: Checker,
  { id, threat_level }: Pick<MailChecks, 'id' | 'threat_level'>,
): Promise<void> {
  const checked_at = clock().toISOString()
  await database
    .insertInto('mail_checks')
    .values({
      id,
      organization_id: organizationKey(organization_id),
      user_id: userId,
      checked_at,
      threat_level,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function finishCheck(
  { database }: Place,
  { id, organization_id }: KeptCheck,
  threat_level: ThreatLevel,
): Promise<void> {
  await database
    .updateTable('mail_checks')
    .set({ threat_level })
    .where('id', '=', id)
    .where('organization_id', '=', organization_id)
    .execute()
}

/** A check that failed without a mistake of the user does not count. */
export async function forgetCheck(
  { database }: Place,
  { id, organization_id }: KeptCheck,
): Promise<void> {
  await database
    .deleteFrom('mail_checks')
    .where('id', '=', id)
    .where('organization_id', '=', organization_id)
    .execute()
}

/** As long as the scans of mail that is not malicious. */
export const checkRetention: Retention = {
  table: 'mail_checks',
  date: 'checked_at',
  keptMs: 30 * dayMs,
  future: 'redate',
}
