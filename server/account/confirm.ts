import * as v from 'valibot'
import { confirmEndpoint } from '../../contract/account/confirm.ts'
import {
  confirmWithPasskeyEndpoint,
  noPasskey,
  passkeyNotConfirmed,
  passkeyToConfirmEndpoint,
} from '../../contract/account/confirm-passkey.ts'
import { actorOf, recordAct } from '../audit/audit.ts'
import { HttpError } from '../core/http-error.ts'
import { bindUser, type Caller } from '../http/bind.ts'
import type { Services } from '../http/services.ts'
import {
  checkAssertion,
  confirmSession,
  consumeChallenge,
  createChallenge,
  createPasswordProof,
  findChallenge,
  isHandleOf,
  noteUse,
  optionsToSignIn,
  readFactors,
  relyingParty,
} from '../sign-in/sign-in.ts'

/** POST /auth/confirm/passkey/options. */
export function passkeyToConfirm(services: Services) {
  const { database } = services
  return bindUser(services, passkeyToConfirmEndpoint, async (_input, caller) => {
    const party = relyingParty(services, caller.origin())
    const passkeys = await passkeysOf(services, caller)
    if (passkeys.length === 0) throw new HttpError(noPasskey, {})
    const options = await optionsToSignIn(party, passkeys)
    const challenge = await createChallenge(services, database, {
      purpose: 'confirm',
      user_id: caller.user.id,
      bound_to: caller.tokenHash,
      webauthn_challenge: options.challenge,
    })
    return v.parse(passkeyToConfirmEndpoint.output, { challenge, options })
  })
}

/**
 * POST /auth/confirm/passkey: a passkey that the caller has, whose user is verified. What it has
 * to sign is used up by the first answer.
 */
export function confirmWithPasskey(services: Services) {
  const { database } = services
  return bindUser(
    services,
    confirmWithPasskeyEndpoint,
    async ({ challenge, credential }, caller) => {
      const party = relyingParty(services, caller.origin())
      const question = await takeQuestion(services, caller, challenge)
      const passkeys = await passkeysOf(services, caller)
      const passkey = passkeys.find(({ credential_id }) => credential_id === credential.id)
      const isTheirs =
        passkey !== undefined && isHandleOf(credential.response.userHandle, caller.user.id)
      const count = isTheirs
        ? await checkAssertion(credential, passkey, question, party)
        : undefined
      if (passkey === undefined || count === undefined) return fail(services, caller)
      await database.transaction().execute(async (transaction) => {
        const isUsed = await noteUse(services, transaction, passkey, count)
        if (!isUsed) throw new HttpError(passkeyNotConfirmed, {})
        await confirmSession(services, transaction, caller)
      })
      return {}
    },
  )
}

async function passkeysOf({ database }: Services, { user }: Caller) {
  const factors = await readFactors(database, user.id)
  return factors.filter(({ kind }) => kind === 'passkey')
}

/** @throws HttpError 422: 401 would tell the client that the session has ended */
function takeQuestion(services: Services, { tokenHash }: Caller, id: string): Promise<string> {
  return services.database.transaction().execute(async (transaction) => {
    try {
      const found = await findChallenge(services, transaction, id, tokenHash, ['confirm'])
      await consumeChallenge(transaction, found)
      return found.webauthn_challenge ?? ''
    } catch (cause) {
      if (cause instanceof HttpError) throw new HttpError(passkeyNotConfirmed, {})
      throw cause
    }
  })
}

async function fail(services: Services, caller: Caller): Promise<never> {
  await recordAct(services, services.database, actorOf(caller), {
    action: 'failed-confirmation',
    target: 'user',
    targetId: caller.user.id,
  })
  throw new HttpError(passkeyNotConfirmed, {})
}

/** POST /auth/confirm, an addition. */
export function confirm(services: Services) {
  const provePassword = createPasswordProof(services)
  return bindUser(services, confirmEndpoint, async ({ password }, caller) => {
    await provePassword(caller, password, 'password')
    await confirmSession(services, services.database, caller)
    return {}
  })
}
