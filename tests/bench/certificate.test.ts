import { createHash, X509Certificate } from 'node:crypto'
import { expect, test } from 'vitest'
import { makeCertificate } from '../../bench/dashboard/certificate.ts'

test('the certificate of a run is signed by its own key and valid today', () => {
  const { cert, fingerprint } = makeCertificate()
  const certificate = new X509Certificate(cert)
  expect(certificate.verify(certificate.publicKey)).toBe(true)
  expect(Date.parse(certificate.validFrom)).toBeLessThan(Date.now())
  expect(Date.parse(certificate.validTo)).toBeGreaterThan(Date.now())
  const key = certificate.publicKey.export({ type: 'spki', format: 'der' })
  expect(createHash('sha256').update(key).digest('base64')).toBe(fingerprint)
})
