import { readFileSync } from 'node:fs'
import * as v from 'valibot'

const versions = v.optional(v.record(v.string(), v.string()), {})

const lockFile = v.object({
  name: v.string(),
  version: v.string(),
  packages: v.record(
    v.string(),
    v.object({
      name: v.optional(v.string()),
      version: v.optional(v.string(), ''),
      integrity: v.optional(v.string(), ''),
      resolved: v.optional(v.string()),
      license: v.optional(v.string(), 'none'),
      dev: v.optional(v.boolean(), false),
      hasInstallScript: v.optional(v.boolean(), false),
      dependencies: versions,
      optionalDependencies: versions,
      peerDependencies: versions,
    }),
  ),
})

export interface LockedPackage {
  readonly name: string
  readonly version: string
  /** The registry's checksum, `sha512-…` in base64; empty where the lock file has none. */
  readonly integrity: string
  readonly resolved: string | undefined
  /** An SPDX expression. */
  readonly license: string
  /** Needed for development and tests, not to run the product. */
  readonly dev: boolean
  readonly hasInstallScript: boolean
}

/** A package in one folder, such as `node_modules/a/node_modules/b`; the project itself has the folder ''. */
export interface InstalledPackage extends LockedPackage {
  readonly place: string
  /** The names under which it imports others. */
  readonly imports: readonly string[]
}

export interface Lock {
  readonly name: string
  readonly version: string
  readonly packages: readonly LockedPackage[]
}

const folder = 'node_modules/'

/** The project and each folder that npm makes, in the order of the lock file. */
export function readInstalled(path: string): InstalledPackage[] {
  return Object.entries(read(path).packages).map(([place, entry]) => {
    const { name, resolved, dependencies, optionalDependencies, peerDependencies, ...rest } = entry
    return {
      ...rest,
      place,
      resolved,
      // npm notes a name where it differs from the folder's: that of an alias.
      name: name ?? place.slice(place.lastIndexOf(folder) + folder.length),
      imports: Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }),
    }
  })
}

/** The packages that npm installs: each version once, sorted by name. */
export function readLock(path: string): Lock {
  const { name, version } = read(path)
  const found = new Map<string, LockedPackage>()
  for (const { place, imports: _, ...locked } of readInstalled(path)) {
    if (place === '') continue
    const key = `${locked.name}@${locked.version}`
    const dev = locked.dev && (found.get(key)?.dev ?? true)
    found.set(key, { ...locked, dev })
  }
  const sorted = [...found].sort(([one], [other]) => (one < other ? -1 : 1))
  return { name, version, packages: sorted.map(([, locked]) => locked) }
}

function read(path: string) {
  return v.parse(lockFile, JSON.parse(readFileSync(path, 'utf8')))
}

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
