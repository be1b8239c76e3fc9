import { createHash, X509Certificate } from 'node:crypto'
import { generate } from 'selfsigned'

export interface Certificate {
  /** PEM. */
  readonly key: string
  readonly cert: string
  /** SHA-256 of the public key in base64, as Chromium's flag that trusts it wants it. */
  readonly fingerprint: string
}

const dayMs = 86_400_000

/** A certificate for 127.0.0.1 and localhost, with a key of its own; one of -1 days has expired. */
export async function makeCertificate(validDays = 1): Promise<Certificate> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    extensions: [
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: 'localhost' },
          { type: 7, ip: '127.0.0.1' },
        ],
      },
    ],
    notBeforeDate: new Date(Date.now() - 30 * dayMs),
    notAfterDate: new Date(Date.now() + validDays * dayMs),
  })
  const { publicKey } = new X509Certificate(cert)
  const keyInfo = publicKey.export({ type: 'spki', format: 'der' })
  return { key, cert, fingerprint: createHash('sha256').update(keyInfo).digest('base64') }
}
