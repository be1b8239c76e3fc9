import { Secret, TOTP } from 'otpauth'
import { productName } from '../../../contract/core/product.ts'
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

const periodSeconds = 30
/** Codes of the step before and the step after are accepted, for clocks that are a little off. */
const window = 1

/** The parameters that every authenticator app knows: SHA-1, six digits, 30 seconds (RFC 6238). */
function totpOf(secret: Secret, label = ''): TOTP {
  const shape = { algorithm: 'SHA1', digits: 6, period: periodSeconds }
  return new TOTP({ issuer: productName, label, secret, ...shape })
}

/** 160 random bits, as RFC 4226 recommends. */
function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32
}

/** The content of the QR code of a new authenticator app. */
function totpUri(secret: string, username: string): string {
  return totpOf(Secret.fromBase32(secret), username).toString()
}

/** @param code with the digits 0 to 9, as the contract folds them */
export function isTotpCode(code: string): boolean {
  return /^\d{6}$/.test(code)
}

/**
 * @param lastStep the time step of the last accepted code; that code and older ones are not accepted
 * @returns the time step of the code; undefined for a code that is wrong or was used
 */
export function stepOfCode(
  secret: string,
  code: string,
  now: Date,
  lastStep: number | null,
): number | undefined {
  // The library compares by bytes, and throws where their number differs.
  if (!isTotpCode(code)) return undefined
  const timestamp = now.getTime()
  const delta = totpOf(Secret.fromBase32(secret)).validate({ token: code, timestamp, window })
  if (delta === null) return undefined
  const step = Math.floor(timestamp / 1000 / periodSeconds) + delta
  return lastStep === null || step > lastStep ? step : undefined
}

/** Where the secret of a user's authenticator app is valid; see core/sealer.ts. */
export function totpPlace(userId: string): string {
  return `totp ${userId}`
}

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
