import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { isSetting } from '../../core/misspelt-settings.ts'

/** Line of a value that means something to who reads settings stands in quotes. */
const plain = /^[\w./:@,%+=-]*$/

/**
 * What a backup needs beside the database: the settings, as in their file, and the key of secrets.
 * @param key undefined if there is none
 */
export function writeSecrets(settingsFile: string | undefined, key: string | undefined): string {
  const text =
    settingsFile === undefined ? settingsOf(process.env) : readFileSync(settingsFile, 'utf8')
  if (key === undefined || readKey(text) === key) return text
  return `${text.trimEnd()}\nSECRETS_KEY=${quote(key)}\n`.trimStart()
}

export function readKey(secrets: string): string | undefined {
  return parseEnv(secrets).SECRETS_KEY || undefined
}

function settingsOf(environment: NodeJS.ProcessEnv): string {
  return Object.entries(environment)
    .filter(([name, value]) => isSetting(name) && value !== '')
    .map(([name, value = '']) => `${name}=${quote(value)}\n`)
    .join('')
}

function quote(value: string): string {
  if (plain.test(value)) return value
  const mark = ["'", '"', '`'].find((one) => !value.includes(one)) ?? ''
  return `${mark}${value}${mark}`
}
