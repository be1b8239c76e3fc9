import { hash, randomBytes } from 'node:crypto'

/** 256 random bits, in letters that fit a header and a URL. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** What is kept of a secret. It needs no salt: nobody guesses 256 random bits. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret)
}
