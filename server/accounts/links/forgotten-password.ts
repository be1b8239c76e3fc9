import {
  forgottenPasswordEndpoint,
  resetNotOffered,
} from '../../../contract/endpoints/forgotten-password.ts'
import { fold } from '../../core/fold.ts'
import { hashSecret } from '../../core/secrets.ts'
import type { Services } from '../../core/services.ts'
import { newId } from '../../database/id.ts'
import { bindPublic } from '../../http/bind.ts'
import { HttpError } from '../../http/http-error.ts'
import { limitedNetwork } from '../../http/network.ts'
import { requireFewResets } from './reset-limit.ts'

/**
 * POST /auth/forgotten-password, an addition (A505). The call writes down the request and does not look
 * for the user, so that neither its answer nor its time says whether there is one: `answerResets` does
 * that later.
 */
export function forgottenPassword(services: Services) {
  return bindPublic(services, forgottenPasswordEndpoint, async ({ login }, address) => {
    if (services.linkOrigin === null) throw new HttpError(resetNotOffered, {})
    const source = { loginHash: hashSecret(fold(login)), network: limitedNetwork(address) }
    await services.database.transaction().execute(async (transaction) => {
      await requireFewResets(services, transaction, source)
      await transaction
        .insertInto('reset_requests')
        .values({
          id: newId(),
          login,
          login_hash: source.loginHash,
          network: source.network,
          requested_at: services.clock().toISOString(),
          answered_at: null,
        })
        .execute()
    })
    return {}
  })
}
