import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

/*
 * An authenticator of WebAuthn in software, as far as tests need one: a key of ES256, without
 * attestation.
 */

interface Asked {
  readonly challenge: string
  /** The page that asks; the browser tells it. */
  readonly origin?: string | undefined
  /** The site that the passkey signs for. */
  readonly rpId?: string | undefined
  /** Whether the user was verified by a PIN or a fingerprint. */
  readonly isVerified?: boolean | undefined
}

const usual = { origin: 'http://localhost', rpId: 'localhost', isVerified: true }

function completed({ challenge, origin, rpId, isVerified }: Asked) {
  return {
    challenge,
    origin: origin ?? usual.origin,
    rpId: rpId ?? usual.rpId,
    isVerified: isVerified ?? usual.isVerified,
  }
}
type Completed = ReturnType<typeof completed>

export function createPasskey() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  let signatures = 0

  function dataFor({ rpId, isVerified }: Completed, attested = Buffer.alloc(0)): Buffer {
    signatures += 1
    const flags = 0x01 | (isVerified ? 0x04 : 0) | (attested.length > 0 ? 0x40 : 0)
    const count = Buffer.alloc(4)
    count.writeUInt32BE(signatures)
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, attested])
  }

  return {
    id: id.toString('base64url'),
    /** Answers as if it had been copied and used elsewhere less often. */
    turnBack: (by: number) => {
      signatures -= by
    },
    register(given: Asked) {
      const asked = completed(given)
      const length = Buffer.from([0, id.length])
      const key = isoCBOR.encode(
        new Map<number, number | Uint8Array>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(x, 'base64url')],
          [-3, Buffer.from(y, 'base64url')],
        ]),
      )
      const attested = Buffer.concat([Buffer.alloc(16), length, id, key])
      const attestation = isoCBOR.encode(
        new Map<string, string | Uint8Array | Map<string, string>>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', dataFor(asked, attested)],
        ]),
      )
      return credential(id, {
        clientDataJSON: clientData('webauthn.create', asked),
        attestationObject: Buffer.from(attestation).toString('base64url'),
        transports: ['internal'],
      })
    },
    sign(given: Asked, userHandle?: string) {
      const asked = completed(given)
      const clientDataJSON = clientData('webauthn.get', asked)
      const data = dataFor(asked)
      const hash = sha256(Buffer.from(clientDataJSON, 'base64url'))
      const signature = createSign('sha256').update(data).update(hash).sign(privateKey)
      return credential(id, {
        clientDataJSON,
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
        ...(userHandle === undefined ? {} : { userHandle }),
      })
    },
  }
}

function credential<Response>(id: Buffer, response: Response) {
  const name = id.toString('base64url')
  return { id: name, rawId: name, type: 'public-key', clientExtensionResults: {}, response }
}

function clientData(type: string, { challenge, origin }: Completed): string {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })).toString(
    'base64url',
  )
}

function sha256(content: string | Buffer): Buffer {
  return createHash('sha256').update(content).digest()
}
