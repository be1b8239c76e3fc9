import * as v from 'valibot'
import {
  addPasskeyEndpoint,
  beginPasskeyEndpoint,
  passkeyNotAccepted,
} from '../../../contract/sign-in/add-passkey.ts'
import { registrationEnded } from '../../../contract/sign-in/own-factors.ts'
import { HttpError } from '../../core/http-error.ts'
import { isUniqueViolation } from '../../database/drivers/database-error.ts'
import { bindUser } from '../../http/bind.ts'
import type { Services } from '../../http/services.ts'
import { createPasswordProof } from '../passwords/prove-password.ts'
import { consumeChallenge, createChallenge, findRegistration } from './challenges.ts'
import { addFactor, requireRoom } from './change-factors.ts'
import { readFactors } from './factors.ts'
import { optionsToRegister, readNewPasskey } from './passkeys.ts'
import { relyingParty } from './relying-party.ts'

/** POST /account/factors/passkey/begin. */
export function beginPasskey(services: Services) {
  const provePassword = createPasswordProof(services)
  return bindUser(services, beginPasskeyEndpoint, async ({ current_password }, caller) => {
    const { user } = caller
    const party = relyingParty(services, caller.origin())
    const factors = await readFactors(services.database, user.id)
    requireRoom(factors, 'passkey')
    await provePassword(caller, current_password, 'current_password')
    const passkeys = factors.filter(({ kind }) => kind === 'passkey')
    const options = await optionsToRegister(party, user, passkeys)
    const registration = await createChallenge(services, services.database, {
      purpose: 'add-passkey',
      user_id: user.id,
      bound_to: caller.tokenHash,
      webauthn_challenge: options.challenge,
    })
    return v.parse(beginPasskeyEndpoint.output, { registration, options })
  })
}

/** POST /account/factors/passkey. What a passkey has to sign is used up by the first answer. */
export function addPasskey(services: Services) {
  const { database } = services
  return bindUser(services, addPasskeyEndpoint, async (input, caller) => {
    const { registration, credential, name } = input
    const party = relyingParty(services, caller.origin())
    const question = await database.transaction().execute(async (transaction) => {
      const challenge = await findRegistration(
        services,
        transaction,
        caller,
        registration,
        'add-passkey',
      )
      await consumeChallenge(transaction, challenge)
      return challenge.webauthn_challenge
    })
    if (question === null) throw new HttpError(registrationEnded, {})
    const passkey = await readNewPasskey(credential, question, party)
    if (passkey === undefined) throw new HttpError(passkeyNotAccepted, {})
    try {
      return await database
        .transaction()
        .execute((transaction) =>
          addFactor(services, transaction, caller, { ...passkey, kind: 'passkey', name }),
        )
    } catch (cause) {
      // A passkey belongs to one user.
      if (isUniqueViolation(cause)) throw new HttpError(passkeyNotAccepted, {})
      throw cause
    }
  })
}
