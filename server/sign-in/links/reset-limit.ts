import { tooManyResets } from '../../../contract/sign-in/forgotten-password.ts'
import { hourMs, minuteMs, secondMs } from '../../core/clock.ts'
import { blockedUntil } from '../../core/http-error.ts'
import { takeAdvisoryLock } from '../../database/advisory-lock.ts'
import type { Retention } from '../../database/retention.ts'
import type { Database, ResetRequests } from '../../database/tables/tables.ts'
import { waitForPlace } from '../../database/window.ts'
import type { Services } from '../../http/services.ts'

/** Requests within an hour from one network, or from one known browser. */
const perSource = { most: 30, withinMs: hourMs }

/**
 * Links that a user gets within a time, for requests of strangers and for those of each known browser.
 * Links work for longer than that, so that a user who gets no further one has one that works.
 */
const perUser = { most: 3, withinMs: 20 * minuteMs }

type Source = Pick<ResetRequests, 'network' | 'device_hash'>

/**
 * Counts a known browser apart from its network, and no names: strangers would use up the allowance of a
 * user.
 * @throws HttpError 429
 */
export async function requireFewResets(
  { clock }: Pick<Services, 'clock'>,
  database: Database,
  { network, device_hash }: Source,
): Promise<void> {
  await takeAdvisoryLock(database, `reset ${device_hash ?? network}`)
  const requests = database.selectFrom('reset_requests')
  const ofSource =
    device_hash === null
      ? requests.where('network', '=', network).where('device_hash', 'is', null)
      : requests.where('device_hash', '=', device_hash)
  const waitMs = await waitForPlace(ofSource, 'requested_at', perSource, clock())
  if (waitMs > 0) throw blockedUntil(tooManyResets, {}, waitMs / secondMs)
}

/** Whether a user has got as many links as they get for requests of this browser, or of strangers. */
export async function hasManyLinks(
  { clock }: Pick<Services, 'clock'>,
  database: Database,
  userId: string,
  deviceHash: string | null,
): Promise<boolean> {
  const links = database
    .selectFrom('account_links')
    .where('user_id', '=', userId)
    .where('purpose', '=', 'password-reset')
    .where('device_hash', deviceHash === null ? 'is' : '=', deviceHash)
  return (await waitForPlace(links, 'created_at', perUser, clock())) > 0
}

export const resetRetention: Retention = {
  table: 'reset_requests',
  date: 'requested_at',
  keptMs: perSource.withinMs,
  future: 'delete',
}
