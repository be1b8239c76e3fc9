import * as v from 'valibot'
import type { PasskeyAssertion } from '../../../contract/sign-in/passkey.ts'
import { challengeEnded } from '../../../contract/sign-in/sign-in-with-code.ts'
import {
  showPasskeyOptionsEndpoint,
  signInWithPasskeyEndpoint,
  wrongPasskey,
} from '../../../contract/sign-in/sign-in-with-passkey.ts'
import { HttpError } from '../../core/http-error.ts'
import type { FactorChallenges, SecondFactors } from '../../database/tables/accounts.ts'
import type { Database } from '../../database/tables/tables.ts'
import { bindResponse } from '../../http/bind.ts'
import type { CallContext } from '../../http/call-context.ts'
import { limitedNetwork } from '../../http/connections/network.ts'
import { clientAddress, requestOrigin } from '../../http/forwarded.ts'
import { jsonAnswer } from '../../http/json-answer.ts'
import type { Services } from '../../http/services.ts'
import { forgetFailures } from '../passwords/sign-in-limits.ts'
import { answerSignedIn, beginSession } from '../sessions/begin-session.ts'
import { findDevice } from '../sessions/known-devices.ts'
import {
  bindToBrowser,
  boundBrowser,
  consumeChallenge,
  createChallenge,
  findChallenge,
  requireFewChallenges,
} from './challenges.ts'
import { readFactors } from './factors.ts'
import { checkAssertion, isHandleOf, noteUse, optionsToSignIn } from './passkeys.ts'
import { relyingParty } from './relying-party.ts'
import { readProvenUser, recordFailedStep } from './second-step.ts'

/** POST /auth/login/passkey/options: as a second step, or without a password. */
export function showPasskeyOptions(services: Services) {
  const { output } = showPasskeyOptionsEndpoint
  return bindResponse(services, showPasskeyOptionsEndpoint, async (read, context) => {
    const { challenge: given } = await read()
    const party = relyingParty(services, requestOrigin(context, services.trustedProxies))
    if (given === undefined) {
      const options = await optionsToSignIn(party, [])
      const { challenge, cookie } = await beginWithPasskey(services, context, options.challenge)
      const answer = v.parse(output, { challenge, options })
      return jsonAnswer(answer, { headers: { 'Set-Cookie': cookie } })
    }
    const browser = boundBrowser(services, context)
    const { user_id } = await findChallenge(services, services.database, given, browser, [
      'sign-in',
    ])
    const factors = await readFactors(services.database, user_id ?? '')
    const passkeys = factors.filter(({ kind }) => kind === 'passkey')
    const options = await optionsToSignIn(party, passkeys)
    await services.database.transaction().execute(async (transaction) => {
      const { id_hash } = await findChallenge(services, transaction, given, browser, ['sign-in'])
      await ask(transaction, id_hash, options.challenge)
    })
    return jsonAnswer(v.parse(output, { challenge: given, options }))
  })
}

async function ask(
  database: Database,
  idHash: string,
  webauthn_challenge: string | null,
): Promise<void> {
  await database
    .updateTable('factor_challenges')
    .set({ webauthn_challenge })
    .where('id_hash', '=', idHash)
    .execute()
}

function beginWithPasskey(services: Services, context: CallContext, webauthnChallenge: string) {
  const network = limitedNetwork(clientAddress(context, services.trustedProxies))
  const { boundTo, cookie } = bindToBrowser(services, context)
  return services.database.transaction().execute(async (transaction) => {
    await requireFewChallenges(services, transaction, network)
    const challenge = await createChallenge(services, transaction, {
      purpose: 'passkey',
      bound_to: boundTo,
      network,
      webauthn_challenge: webauthnChallenge,
    })
    return { challenge, cookie }
  })
}

/**
 * POST /auth/login/passkey. What the passkey has to sign is used up before the signature is
 * checked, so that each is checked once.
 */
export function signInWithPasskey(services: Services) {
  return bindResponse(services, signInWithPasskeyEndpoint, async (read, context) => {
    const { challenge: id, credential } = await read()
    const party = relyingParty(services, requestOrigin(context, services.trustedProxies))
    const taken = await takeQuestion(services, context, id)
    const passkey = await findPasskey(services.database, credential, taken)
    const count =
      passkey === undefined
        ? undefined
        : await checkAssertion(credential, passkey, taken.question, party)
    if (passkey === undefined || count === undefined) {
      await recordFailedStep(services, services.database, context, passkey?.user_id ?? null)
      throw new HttpError(wrongPasskey, {})
    }
    const begun = await services.database.transaction().execute(async (transaction) => {
      const { user_id } = passkey
      const user = await readProvenUser(transaction, { ...taken.challenge, user_id })
      const device = await findDevice(services, transaction, context, ({ id }) => id === user.id)
      // For a passkey alone it was used up with the question.
      if (taken.challenge.purpose === 'sign-in')
        await consumeChallenge(transaction, taken.challenge)
      const isUsed = await noteUse(services, transaction, passkey, count)
      if (!isUsed) throw new HttpError(wrongPasskey, {})
      const { knownHash: deviceHash } = device
      await forgetFailures(transaction, { usernameKey: user.username_key, deviceHash })
      return beginSession(services, transaction, context, user, device)
    })
    return answerSignedIn(services, context, begun)
  })
}

interface Taken {
  readonly challenge: FactorChallenges
  readonly question: string
}

/** @throws HttpError 401 if the passkey was not asked, or has answered */
function takeQuestion(services: Services, context: CallContext, id: string): Promise<Taken> {
  const browser = boundBrowser(services, context)
  return services.database.transaction().execute(async (transaction) => {
    const challenge = await findChallenge(services, transaction, id, browser, [
      'sign-in',
      'passkey',
    ])
    const { webauthn_challenge: question } = challenge
    if (question === null) throw new HttpError(challengeEnded, {})
    if (challenge.purpose === 'passkey') await consumeChallenge(transaction, challenge)
    // The user may try another method.
    else await ask(transaction, challenge.id_hash, null)
    return { challenge, question }
  })
}

/** @returns undefined for an unknown passkey, and for that of another user than the challenge's */
async function findPasskey(
  database: Database,
  { id, response }: PasskeyAssertion,
  { challenge }: Taken,
): Promise<SecondFactors | undefined> {
  const passkey = await database
    .selectFrom('second_factors')
    .selectAll()
    .where('credential_id', '=', id)
    .executeTakeFirst()
  if (passkey === undefined || !isHandleOf(response.userHandle, passkey.user_id)) return undefined
  const isTheirs = challenge.user_id === null || challenge.user_id === passkey.user_id
  return isTheirs ? passkey : undefined
}
