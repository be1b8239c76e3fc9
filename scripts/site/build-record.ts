import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import * as v from 'valibot'
import { fingerprint } from './fingerprint.ts'

/** The settings that are built into files of the site. */
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
  /** Those that were set. */
  settings: v.record(v.string(), v.string()),
})

/** What a site was built from. */
export type BuildRecord = v.InferOutput<typeof recordSchema>

/** What a build would be made from now. An empty setting counts as unset. */
export function recordOf(root: string, environment: Environment): BuildRecord {
  const set = builtInSettings.flatMap((name) => {
    const value = environment[name]
    return value ? [[name, value] as const] : []
  })
  return { sources: fingerprint(root), settings: Object.fromEntries(set) }
}

/** One file for each folder that a site is built into. */
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

/** @returns why a site has to be built, in words that follow 'The site'; undefined if it is current */
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
  return built.sources === current.sources ? undefined : 'is older than its sources'
}

/**
 * Compares a built site with what a server is about to serve. A setting that the server does not have
 * was decided by the build; TRAINING_URL is the server's own. A site from another machine has no record.
 * @returns what does not match, in words that follow 'The site'
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
