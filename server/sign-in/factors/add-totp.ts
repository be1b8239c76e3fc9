import {
  addTotpEndpoint,
  beginTotpEndpoint,
  totpUnavailable,
  wrongNewCode,
} from '../../../contract/sign-in/add-totp.ts'
import { registrationEnded } from '../../../contract/sign-in/own-factors.ts'
import { HttpError } from '../../core/http-error.ts'
import type { Sealer } from '../../core/sealer.ts'
import { bindChange, bindUser } from '../../http/bind.ts'
import type { Services } from '../../http/services.ts'
import { createPasswordProof } from '../passwords/prove-password.ts'
import { consumeChallenge, createChallenge, findRegistration } from './challenges.ts'
import { addFactor, requireRoom } from './change-factors.ts'
import { readFactors } from './factors.ts'
import { newTotpSecret, stepOfCode, totpPlace, totpUri } from './totp.ts'

/** POST /account/factors/totp/begin. */
export function beginTotp(services: Services) {
  const provePassword = createPasswordProof(services)
  return bindUser(services, beginTotpEndpoint, async ({ current_password }, caller) => {
    const sealer = requireSealer(services)
    const { id, username } = caller.user
    requireRoom(await readFactors(services.database, id), 'totp')
    await provePassword(caller, current_password, 'current_password')
    const secret = newTotpSecret()
    const registration = await createChallenge(services, services.database, {
      purpose: 'add-totp',
      user_id: id,
      bound_to: caller.tokenHash,
      sealed_secret: sealer.seal(secret, totpPlace(id)),
    })
    return { registration, secret, uri: totpUri(secret, username) }
  })
}

/** POST /account/factors/totp. The code that adds the app does not sign in as well. */
export function addTotp(services: Services) {
  return bindChange(services, addTotpEndpoint, async (input, caller, transaction) => {
    const sealer = requireSealer(services)
    const { registration, code, name } = input
    const challenge = await findRegistration(
      services,
      transaction,
      caller,
      registration,
      'add-totp',
    )
    const { sealed_secret } = challenge
    if (sealed_secret === null) throw new HttpError(registrationEnded, {})
    const secret = sealer.open(sealed_secret, totpPlace(caller.user.id))
    const last_step = stepOfCode(secret, code, services.clock(), null)
    if (last_step === undefined) throw new HttpError(wrongNewCode, {})
    await consumeChallenge(transaction, challenge)
    const factor = { kind: 'totp', name, sealed_secret, last_step } as const
    return addFactor(services, transaction, caller, factor)
  })
}

/** @throws HttpError 409 */
function requireSealer({ sealer }: Services): Sealer {
  if (sealer === null) throw new HttpError(totpUnavailable, {})
  return sealer
}
