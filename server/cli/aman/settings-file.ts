import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { nearest } from '../../core/nearest.ts'
import { settings, siteSettings } from '../../core/settings.ts'
import { StartError, wordsOfCause } from '../../core/start-error.ts'

const names = Object.keys({ ...settings, ...siteSettings })
/** Shorter names are near to others by chance: HOSTS, PORTS. */
const shortestMisspelt = 7
const mostEdits = 2

/**
 * Sets the environment as a file says, where it does not say otherwise itself.
 * @throws StartError for a name that is not a setting
 */
export function readSettingsFile(path: string): void {
  for (const [name, text] of Object.entries(parseEnv(read(path)))) {
    if (!names.includes(name)) throw new StartError(`${path}: ${unknown(name)}`)
    process.env[name] ??= text
  }
}

/** One line for each variable that is probably a misspelt setting; others belong to other programs. */
export function misspeltSettings(environment: Readonly<Record<string, unknown>>): string[] {
  return Object.keys(environment)
    .filter((name) => name.length >= shortestMisspelt && !names.includes(name))
    .filter((name) => nearest(name, names, mostEdits) !== undefined)
    .map(unknown)
}

function unknown(name: string): string {
  const meant = nearest(name, names)
  const hint = meant === undefined ? 'docs/configuration.md lists them' : `is ${meant} meant?`
  return `${name} is not a setting of Aman: ${hint}`
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    throw new StartError(`Cannot read the settings in ${path}: ${wordsOfCause(cause)}`)
  }
}
