import { hash, randomBytes } from 'node:crypto'

/** 256 random bits, encoded for use in headers and URLs. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** The stored form of a secret. It needs no salt, because 256 random bits cannot be guessed. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret)
}
