import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Encrypts secrets that the database keeps with a key that it does not keep. */
export interface Sealer {
  /** @param place what the secret is and whose; it opens in no other place */
  seal(secret: string, place: string): string
  /** @throws Error for another key, another place or a changed text */
  open(sealed: string, place: string): string
}

/** Names the format, so that another one can follow. */
const version = 'v1'
const nonceBytes = 12
const tagBytes = 16

/** @param key any text with enough entropy; the key of the cipher is derived from it */
export function createSealer(key: string): Sealer {
  const derived = Buffer.from(hkdfSync('sha256', key, '', 'aman secrets', 32))
  return {
    seal(secret, place) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', derived, nonce).setAAD(Buffer.from(place))
      const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      const bytes = Buffer.concat([nonce, cipher.getAuthTag(), sealed])
      return `${version}.${bytes.toString('base64url')}`
    },
    open(sealed, place) {
      const [named, encoded = ''] = sealed.split('.')
      const bytes = Buffer.from(encoded, 'base64url')
      if (named !== version || bytes.length < nonceBytes + tagBytes) throw new Error('not sealed')
      const textStart = nonceBytes + tagBytes
      const nonce = bytes.subarray(0, nonceBytes)
      const decipher = createDecipheriv('aes-256-gcm', derived, nonce, { authTagLength: tagBytes })
      decipher.setAAD(Buffer.from(place)).setAuthTag(bytes.subarray(nonceBytes, textStart))
      return Buffer.concat([
        decipher.update(bytes.subarray(textStart)),
        decipher.final(),
      ]).toString()
    },
  }
}
