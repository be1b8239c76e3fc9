import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { describeUnknown, isSetting } from '../../core/misspelt-settings.ts'
import { StartError, wordsOfCause } from '../../core/start-error.ts'

/**
 * Sets the environment as a file says, where it does not say otherwise itself.
 * @throws StartError for a name that is not a setting
 */
export function readSettingsFile(path: string): void {
  for (const [name, text] of Object.entries(parseEnv(read(path)))) {
    if (!isSetting(name)) throw new StartError(`${path}: ${describeUnknown(name)}`)
    process.env[name] ??= text
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    throw new StartError(`Cannot read the settings in ${path}: ${wordsOfCause(cause)}`)
  }
}
