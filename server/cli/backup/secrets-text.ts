import { readFileSync } from 'node:fs'
import { isSetting } from '../../core/read-environment.ts'
import { parseSettings } from '../invocation/parse-settings.ts'

/** Any other value stands in quotes. */
const plain = /^[\w./:@,%+=-]*$/
const keyLine = /^\s*(?:export\s+)?SECRETS_KEY\s*=.*\n?/gm

/**
 * The part of a backup beside the database: the settings, as in their file, and the key of secrets.
 * @param key undefined if there is none
 */
export function writeSecrets(settingsFile: string | undefined, key: string | undefined): string {
  const text =
    settingsFile === undefined ? settingsOf(process.env) : readFileSync(settingsFile, 'utf8')
  if (key === undefined || readKey(text) === key) return text
  return `${text.replace(keyLine, '').trimEnd()}\nSECRETS_KEY=${quote(key)}\n`.trimStart()
}

export function readKey(secrets: string): string | undefined {
  return parseSettings(secrets).values.get('SECRETS_KEY')
}

function settingsOf(environment: NodeJS.ProcessEnv): string {
  return Object.entries(environment)
    .filter(([name, value]) => isSetting(name) && value !== '')
    .map(([name, value = '']) => `${name}=${quote(value)}\n`)
    .join('')
}

function quote(value: string): string {
  return plain.test(value) ? value : `'${value}'`
}
