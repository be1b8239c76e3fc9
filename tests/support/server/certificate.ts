import { createHash, X509Certificate } from 'node:crypto'
import { generate } from 'selfsigned'

export interface Certificate {
  /** PEM. */
  readonly key: string
  readonly cert: string
  /** SHA-256 of the public key in base64, as Chromium's flag that trusts it wants it. */
  readonly fingerprint: string
}

/** A certificate for 127.0.0.1 and localhost that is valid for a day, with a key of its own. */
export async function makeCertificate(): Promise<Certificate> {
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
    notAfterDate: new Date(Date.now() + 86_400_000),
  })
  const { publicKey } = new X509Certificate(cert)
  const keyInfo = publicKey.export({ type: 'spki', format: 'der' })
  return { key, cert, fingerprint: createHash('sha256').update(keyInfo).digest('base64') }
}
