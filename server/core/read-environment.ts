import { type Configuration, readConfiguration } from './configuration.ts'
import { settings, siteSettings } from './settings.ts'

const names = Object.keys({ ...settings, ...siteSettings })
/** Shorter names are near to others by chance: HOSTS, PORTS. */
const shortestMisspelt = 7
const mostEdits = 2
/** What systemd tells a service, and what other programs read: near to settings by chance. */
const ofOthers = new Set([
  'STATE_DIRECTORY',
  ...['http_proxy', 'https_proxy', 'no_proxy', 'ftp_proxy', 'FTP_PROXY'],
])

/** One line for each variable that is probably a misspelt setting; others belong to other programs. */
export function misspeltSettings(environment: Readonly<Record<string, unknown>>): string[] {
  return Object.keys(environment)
    .filter((name) => name.length >= shortestMisspelt && !isSetting(name) && !ofOthers.has(name))
    .filter((name) => nearest(name.toUpperCase(), names, mostEdits) !== undefined)
    .map(describeUnknown)
}

export function isSetting(name: string): boolean {
  return names.includes(name)
}

export function describeUnknown(name: string): string {
  const meant = nearest(name.toUpperCase(), names)
  const hint = meant === undefined ? 'docs/configuration.md lists them' : `is ${meant} meant?`
  return `${name} is not a setting of Aman: ${hint}`
}

/**
 * The name that was probably meant.
 * @param mostEdits how many letters may differ; the default is a third of them
 */
export function nearest(
  written: string,
  names: Iterable<string>,
  mostEdits = written.length / 3,
): string | undefined {
  // Names of another length are further away; most variables of an environment are.
  const near = [...names].filter((name) => Math.abs(name.length - written.length) <= mostEdits)
  const distances = near.map((name) => ({ name, edits: editsBetween(written, name) }))
  const [best] = distances.sort((one, other) => one.edits - other.edits)
  return best !== undefined && best.edits <= mostEdits ? best.name : undefined
}

/** How many letters must be added, left out or replaced (Levenshtein). */
function editsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1]
    for (let at = 1; at <= other.length; at++) {
      const replaced = (row[at - 1] ?? 0) + (letter === other[at - 1] ? 0 : 1)
      next.push(Math.min(replaced, (row[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}

/**
 * The configuration of this process, for the server and each command alike. A misspelt setting has no
 * effect, so it is named on standard error.
 * @throws StartError
 */
export function readEnvironment(): Configuration {
  for (const line of misspeltSettings(process.env)) process.stderr.write(`${line}\n`)
  return readConfiguration(process.env)
}
