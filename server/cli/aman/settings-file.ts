import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { describeUnknown, isSetting } from '../../core/misspelt-settings.ts'
import { StartError, wordsOfCause } from '../../core/start-error.ts'

let used: string | undefined

/** The file that this process has read its settings from, if there is one. */
export function usedSettingsFile(): string | undefined {
  return used
}

/**
 * Sets the environment as a file says, where it does not say otherwise itself.
 * @throws StartError for a line without a value, and for a name that is not a setting
 */
export function readSettingsFile(path: string): void {
  const text = read(path)
  const lines = text.split('\n').map((line) => line.trim())
  const wrong = lines.findIndex(
    (line) => line !== '' && !line.startsWith('#') && !line.includes('='),
  )
  if (wrong >= 0) throw new StartError(`${path}, line ${wrong + 1}: NAME=value is expected`)
  for (const [name, value] of Object.entries(parseEnv(text))) {
    if (!isSetting(name)) throw new StartError(`${path}: ${describeUnknown(name)}`)
    process.env[name] ??= value
  }
  used = path
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    throw new StartError(`Cannot read the settings in ${path}: ${wordsOfCause(cause)}`)
  }
}
