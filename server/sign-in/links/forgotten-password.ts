import * as v from 'valibot'
import {
  forgottenPasswordEndpoint,
  resetNotOffered,
  tooManyResets,
} from '../../../contract/sign-in/forgotten-password.ts'
import { hourMs, minuteMs, secondMs } from '../../core/clock.ts'
import { blockedUntil, HttpError } from '../../core/http-error.ts'
import { takeAdvisoryLock } from '../../database/advisory-lock.ts'
import { waitForPlace } from '../../database/counters.ts'
import { newId } from '../../database/id.ts'
import type { Retention } from '../../database/retention.ts'
import type { ResetRequests } from '../../database/tables/accounts.ts'
import type { Database } from '../../database/tables/tables.ts'
import { bindResponse } from '../../http/bind.ts'
import { limitedNetwork } from '../../http/connections/network.ts'
import { clientAddress } from '../../http/forwarded.ts'
import { jsonAnswer } from '../../http/json-answer.ts'
import type { Services } from '../../http/services.ts'
import { findDevice } from '../sessions/known-devices.ts'
import { isLoginName, loginName } from '../sessions/may-sign-in.ts'

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
async function requireFewResets(
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

/**
 * POST /auth/login/forgotten-password, an addition. The call writes down the request and does not
 * look for the user, so that neither its answer nor its time says whether there is one: `answerResets`
 * does that later. It looks for the users of a known browser, whatever was typed.
 */
export function forgottenPassword(services: Services) {
  const { database, clock } = services
  return bindResponse(services, forgottenPasswordEndpoint, async (read, context) => {
    const { login } = await read()
    if (services.linkOrigin === null) throw new HttpError(resetNotOffered, {})
    const name = loginName(login)
    const device = await findDevice(services, database, context, (user) => isLoginName(name, user))
    const source = {
      device_hash: device.knownHash,
      network: limitedNetwork(clientAddress(context, services.trustedProxies)),
    }
    await database.transaction().execute(async (transaction) => {
      await requireFewResets(services, transaction, source)
      await transaction
        .insertInto('reset_requests')
        .values({
          id: newId(),
          login,
          ...source,
          requested_at: clock().toISOString(),
          answered_at: null,
        })
        .execute()
    })
    return jsonAnswer(v.parse(forgottenPasswordEndpoint.output, {}))
  })
}
