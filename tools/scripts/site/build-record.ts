import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import * as v from 'valibot'

/** The sources of the built site, apart from its settings. `.env` files can set PUBLIC_* too. */
const sources = [
  'src/**',
  'build/**',
  'contract/**',
  'judge/**',
  'public/**',
  'hosting/**',
  '.env*',
  'astro.config.mjs',
  'tsconfig.json',
  'package-lock.json',
  'tools/scripts/build-site.ts',
  'tools/scripts/site/**',
]

/** SHA-256 over the names and contents of the sources. */
export function fingerprint(root: string): string {
  const hash = createHash('sha256')
  // The length before each part makes 'ab' + 'c' differ from 'a' + 'bc'.
  const add = (part: string | Buffer) => hash.update(`${part.length}:`).update(part)
  for (const name of globSync(sources, { cwd: root }).sort()) {
    const path = join(root, name)
    if (!statSync(path).isFile()) continue
    add(name)
    add(readFileSync(path))
  }
  return hash.digest('hex')
}

/** The settings that a build writes into the files of the site. */
export const builtInSettings = [
  'PUBLIC_API_URL',
  'PUBLIC_SALES_EMAIL',
  'PUBLIC_SUPPORT_EMAIL',
  'SITE_URL',
  'TRAINING_URL',
] as const

type Environment = Readonly<Record<string, string | undefined>>

const recordSchema = v.object({
  sources: v.string(),
  /** The settings that were set. */
  settings: v.record(v.string(), v.string()),
})

/** The sources and settings that a site was built from. */
export type BuildRecord = v.InferOutput<typeof recordSchema>

/** The sources and settings that a build would use now. An empty setting counts as unset. */
export function recordOf(root: string, environment: Environment): BuildRecord {
  const set = builtInSettings.flatMap((name) => {
    const value = environment[name]
    return value ? [[name, value] as const] : []
  })
  return { sources: fingerprint(root), settings: Object.fromEntries(set) }
}

/** One file per folder that a site is built into. */
export function recordFile(root: string, folder: string): string {
  return join(root, '.cache', `site-build-${basename(folder)}.json`)
}

function readRecord(root: string, folder: string): BuildRecord | undefined {
  const path = recordFile(root, folder)
  if (!existsSync(path)) return undefined
  const record = v.safeParse(recordSchema, JSON.parse(readFileSync(path, 'utf8')))
  return record.success ? record.output : undefined
}

export function hasSite(root: string, folder: string): boolean {
  return existsSync(join(root, folder, 'index.html'))
}

/**
 * @returns why a site must be built, as the end of a sentence that starts with 'The site';
 * undefined if it is current
 */
export function reasonToBuild(
  root: string,
  folder: string,
  environment: Environment,
): string | undefined {
  const built = readRecord(root, folder)
  if (built === undefined || !hasSite(root, folder)) return 'is not built'
  const current = recordOf(root, environment)
  for (const name of builtInSettings) {
    const [before, now] = [built.settings[name], current.settings[name]]
    if (before !== now) return `was built ${nameSetting(name, before)}, but ${nameNow(now)}`
  }
  if (built.sources !== current.sources) return 'is older than its sources'
  return expiredSecurityTxt(root, folder)
}

/** RFC 9116 asks for a file that has not expired: who finds an old one does not trust its address. */
function expiredSecurityTxt(root: string, folder: string): string | undefined {
  const path = join(root, folder, '.well-known/security.txt')
  const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
  const expires = /^Expires: (\S+)$/m.exec(text)?.[1]
  if (expires === undefined || Date.parse(expires) > Date.now()) return undefined
  return `has a security.txt that expired on ${expires.slice(0, 10)}`
}

/**
 * Compares a built site with what a server is about to serve. Settings that the server does not
 * have were decided by the build; TRAINING_URL belongs to the server. A site that was built on
 * another machine has no record.
 * @returns the mismatch, as the end of a sentence that starts with 'The site'
 */
export function mismatch(
  root: string,
  folder: string,
  environment: Environment,
): string | undefined {
  const built = readRecord(root, folder)
  if (built === undefined) return undefined
  const names = builtInSettings.filter((name) => name !== 'TRAINING_URL' && environment[name])
  const asBuilt = Object.fromEntries(names.map((name) => [name, environment[name]]))
  return reasonToBuild(root, folder, { ...built.settings, ...asBuilt })
}

function nameSetting(name: string, value: string | undefined): string {
  return value === undefined ? `without ${name}` : `with ${name}=${value}`
}

function nameNow(value: string | undefined): string {
  return value === undefined ? 'it is not set now' : `it is ${value} now`
}
