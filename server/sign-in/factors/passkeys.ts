import { productName } from '../../../contract/core/product.ts'
import type { PasskeyAssertion, PasskeyRegistration } from '../../../contract/sign-in/passkey.ts'
import type { SecondFactors, Users } from '../../database/tables/accounts.ts'
import type { Database } from '../../database/tables/tables.ts'
import type { Services } from '../../http/services.ts'
import { challengeLifeMs } from './challenges.ts'
import type { RelyingParty } from './relying-party.ts'

/** Loaded with the first passkey: it takes longer to load than the rest of the server. */
const library = () => import('@simplewebauthn/server')

/**
 * EdDSA, ES256 and RS256, by their numbers in COSE. By default the library also offers ML-DSA, which is
 * an experiment in Node.js, and prints a warning.
 */
const algorithms = [-8, -7, -257]

type Passkey = Pick<
  SecondFactors,
  'credential_id' | 'public_key' | 'signature_count' | 'transports'
>

/** @param passkeys those that may sign; any passkey of the site if it is empty */
export async function optionsToSignIn({ id }: RelyingParty, passkeys: readonly Passkey[]) {
  const { generateAuthenticationOptions } = await library()
  return generateAuthenticationOptions({
    rpID: id,
    userVerification: 'required',
    timeout: challengeLifeMs,
    allowCredentials: passkeys.map(describe),
  })
}

/** @param passkeys those that the user has: an authenticator needs no second one */
export async function optionsToRegister(
  { id }: RelyingParty,
  user: Pick<Users, 'id' | 'username' | 'full_name'>,
  passkeys: readonly Passkey[],
) {
  const { generateRegistrationOptions } = await library()
  return generateRegistrationOptions({
    rpName: productName,
    rpID: id,
    userName: user.username,
    userDisplayName: user.full_name,
    userID: new TextEncoder().encode(user.id),
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    timeout: challengeLifeMs,
    excludeCredentials: passkeys.map(describe),
    // The passkey has to know the user, to sign in without a username.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

/** @returns the new passkey; undefined if it did not sign this challenge for this site */
export async function readNewPasskey(
  credential: PasskeyRegistration,
  challenge: string,
  { id, origins }: RelyingParty,
): Promise<Passkey | undefined> {
  const { verifyRegistrationResponse } = await library()
  const { authenticatorAttachment: _, response, ...known } = credential
  const { transports = [] } = response
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...known, response: { ...response, transports } },
      expectedChallenge: challenge,
      expectedOrigin: [...origins],
      expectedRPID: id,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    })
    if (!verified) return undefined
    const { id: credential_id, publicKey, counter } = registrationInfo.credential
    return {
      credential_id,
      public_key: Buffer.from(publicKey).toString('base64url'),
      signature_count: String(counter),
      transports: transports.join(','),
    }
  } catch {
    // The library throws whatever is wrong with what a client sent.
    return undefined
  }
}

/** @returns the new signature count; undefined if this passkey did not sign this challenge here */
export async function checkAssertion(
  { authenticatorAttachment: _, response, ...known }: PasskeyAssertion,
  passkey: Passkey,
  challenge: string,
  { id, origins }: RelyingParty,
): Promise<string | undefined> {
  const { verifyAuthenticationResponse } = await library()
  const { userHandle, ...signed } = response
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...known, response: signed },
      expectedChallenge: challenge,
      expectedOrigin: [...origins],
      expectedRPID: id,
      requireUserVerification: true,
      credential: {
        id: passkey.credential_id ?? '',
        publicKey: Uint8Array.from(Buffer.from(passkey.public_key ?? '', 'base64url')),
        counter: Number(passkey.signature_count),
      },
    })
    return verified ? String(authenticationInfo.newCounter) : undefined
  } catch {
    return undefined
  }
}

/** Whether the passkey names the user; passkeys that are a second step need not name one. */
export function isHandleOf(handle: string | null | undefined, userId: string): boolean {
  return handle == null || handle === Buffer.from(userId).toString('base64url')
}

function describe({ credential_id, transports }: Passkey) {
  const known = transports === '' ? [] : transports.split(',')
  return { id: credential_id ?? '', transports: known }
}

/**
 * Keeps that a passkey has signed.
 * @param count its new signature count
 * @returns whether it still exists and was not used meanwhile
 */
export async function noteUse(
  { clock }: Pick<Services, 'clock'>,
  database: Database,
  { id, signature_count }: Pick<SecondFactors, 'id' | 'signature_count'>,
  count: string,
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('second_factors')
    .set({ signature_count: count, last_used_at: clock().toISOString() })
    .where('id', '=', id)
    .where('signature_count', '=', signature_count)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
