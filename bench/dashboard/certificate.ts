import { createHash, generateKeyPairSync, sign } from 'node:crypto'

/*
 * A certificate for this run alone, in DER (X.690): browsers speak HTTP/2 over TLS only, and Node
 * makes keys but no certificates.
 */

const sequence = 0x30
const set = 0x31
const objectIdentifier = 0x06
const integer = 0x02
const bitString = 0x03
const utf8String = 0x0c
const utcTime = 0x17
const version = 0xa0

const ecdsaWithSha256 = [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02]
const commonName = [0x55, 0x04, 0x03]

const dayMs = 24 * 60 * 60 * 1000

export interface Certificate {
  readonly key: string
  readonly cert: string
  /** By which a browser can be told to trust it: base64 of the SHA-256 of its public key. */
  readonly fingerprint: string
}

function der(tag: number, ...contents: (Uint8Array | readonly number[] | string)[]): Buffer {
  const body = Buffer.concat(contents.map((it) => Buffer.from(it)))
  return Buffer.concat([Buffer.from([tag, ...lengthOf(body)]), body])
}

/** In as few bytes as possible, for browsers refuse any other. */
function lengthOf({ length }: Buffer): number[] {
  if (length < 0x80) return [length]
  return length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
}

function timeOf(ms: number): Buffer {
  // Two digits for the year: YYMMDDhhmmssZ.
  return der(
    utcTime,
    new Date(ms)
      .toISOString()
      .slice(2)
      .replace(/[-:T]|\.\d+/g, ''),
  )
}

export function makeCertificate(): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const publicKeyInfo = publicKey.export({ type: 'spki', format: 'der' })
  const algorithm = der(sequence, der(objectIdentifier, ecdsaWithSha256))
  const nameParts = der(sequence, der(objectIdentifier, commonName), der(utf8String, 'Aman bench'))
  const name = der(sequence, der(set, nameParts))
  const validity = der(sequence, timeOf(Date.now() - dayMs), timeOf(Date.now() + dayMs))
  const third = der(version, der(integer, [2]))
  const toSign = der(
    sequence,
    third,
    der(integer, [1]),
    algorithm,
    name,
    validity,
    name,
    publicKeyInfo,
  )
  const signature = sign('sha256', toSign, privateKey)
  const certificate = der(sequence, toSign, algorithm, der(bitString, [0], signature))
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? []
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
    fingerprint: createHash('sha256').update(publicKeyInfo).digest('base64'),
  }
}
