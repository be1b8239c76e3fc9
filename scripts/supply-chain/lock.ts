import { readFileSync } from 'node:fs'
import * as v from 'valibot'

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

export interface Lock {
  readonly name: string
  readonly version: string
  readonly packages: readonly LockedPackage[]
}

const folder = 'node_modules/'

/** What npm installs: each package and version once, sorted by name. */
export function readLock(path: string): Lock {
  const { packages, ...project } = v.parse(lockFile, JSON.parse(readFileSync(path, 'utf8')))
  const found = new Map<string, LockedPackage>()
  for (const [place, { name: alias, ...locked }] of Object.entries(packages)) {
    if (place === '') continue
    const name = alias ?? place.slice(place.lastIndexOf(folder) + folder.length)
    const key = `${name}@${locked.version}`
    const dev = locked.dev && (found.get(key)?.dev ?? true)
    found.set(key, { ...locked, resolved: locked.resolved, name, dev })
  }
  const sorted = [...found].sort(([one], [other]) => (one < other ? -1 : 1))
  return { ...project, packages: sorted.map(([, locked]) => locked) }
}
