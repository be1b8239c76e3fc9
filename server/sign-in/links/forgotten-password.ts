import * as v from 'valibot'
import {
  forgottenPasswordEndpoint,
  resetNotOffered,
} from '../../../contract/sign-in/forgotten-password.ts'
import { HttpError } from '../../core/http-error.ts'
import { newId } from '../../database/id.ts'
import { bindResponse } from '../../http/bind.ts'
import { limitedNetwork } from '../../http/connections/network.ts'
import { clientAddress } from '../../http/forwarded.ts'
import { jsonAnswer } from '../../http/json-answer.ts'
import type { Services } from '../../http/services.ts'
import { findDevice } from '../sessions/known-devices.ts'
import { isLoginName, loginName } from '../sessions/login-name.ts'
import { requireFewResets } from './reset-limit.ts'

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
