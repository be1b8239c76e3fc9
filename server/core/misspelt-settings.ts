import { nearest } from './nearest.ts'
import { settings, siteSettings } from './settings.ts'

const names = Object.keys({ ...settings, ...siteSettings })
/** Shorter names are near to others by chance: HOSTS, PORTS. */
const shortestMisspelt = 7
const mostEdits = 2
/** Variables of systemd and other programs that are near to settings by chance. */
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
