import { Secret, TOTP } from 'otpauth'
import { productName } from '../../../contract/core/product.ts'

const periodSeconds = 30
/** Codes of the step before and the step after are accepted, for clocks that are a little off. */
const window = 1

/** The parameters that every authenticator app knows: SHA-1, six digits, 30 seconds (RFC 6238). */
function totpOf(secret: Secret, label = ''): TOTP {
  const shape = { algorithm: 'SHA1', digits: 6, period: periodSeconds }
  return new TOTP({ issuer: productName, label, secret, ...shape })
}

/** 160 random bits, as RFC 4226 recommends. */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32
}

/** The content of the QR code of a new authenticator app. */
export function totpUri(secret: string, username: string): string {
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
