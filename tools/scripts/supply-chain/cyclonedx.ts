import type { Lock, LockedPackage } from './lock.ts'

/**
 * A bill of materials in CycloneDX 1.6: the packages of the project with versions, licences and checksums.
 */
export function toCycloneDx({ name, version, packages }: Lock) {
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: { type: 'application', 'bom-ref': `${name}@${version}`, name, version },
    },
    components: packages.map(toComponent),
  }
}

function toComponent({ name, version, license, integrity, dev }: LockedPackage) {
  const [algorithm, checksum = ''] = integrity.split('-', 2)
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    version,
    purl,
    scope: dev ? 'excluded' : 'required',
    licenses: [{ expression: license }],
    hashes:
      algorithm === 'sha512'
        ? [{ alg: 'SHA-512', content: Buffer.from(checksum, 'base64').toString('hex') }]
        : [],
  }
}
