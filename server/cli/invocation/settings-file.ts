import { readFileSync } from 'node:fs'
import { problemsOfSettings } from '../../core/configuration.ts'
import { StartError, wordsOfCause } from '../../core/start-error.ts'
import { parseSettings } from './parse-settings.ts'

let used: string | undefined

/** The file that this process has read its settings from, if there is one. */
export function usedSettingsFile(): string | undefined {
  return used
}

/**
 * Sets the environment as a file says, where it does not say otherwise itself.
 * @returns the names that it set
 * @throws StartError with all that is wrong with the lines and the values
 */
export function readSettingsFile(path: string): ReadonlySet<string> {
  const { values, problems } = parseSettings(read(path))
  const set = new Set<string>()
  for (const [name, value] of values) {
    if (process.env[name] !== undefined) continue
    process.env[name] = value
    set.add(name)
  }
  used = path
  if (problems.length === 0) return set
  const lines = problems.map((problem) => `${path}, ${problem}`)
  throw new StartError([...lines, ...problemsOfSettings(process.env)].join('\n'))
}

function read(path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path))
  } catch (cause) {
    const isText = Object(cause).code !== 'ERR_ENCODING_INVALID_ENCODED_DATA'
    const reason = isText ? wordsOfCause(cause) : 'save it in UTF-8'
    throw new StartError(`Cannot read the settings in ${path}: ${reason}`)
  }
}
