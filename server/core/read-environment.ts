import { type Configuration, readConfiguration } from './configuration.ts'
import { misspeltSettings } from './misspelt-settings.ts'

/**
 * The configuration of this process, for the server and each command alike. A misspelt setting has no
 * effect, so it is named on standard error.
 * @throws StartError
 */
export function readEnvironment(): Configuration {
  for (const line of misspeltSettings(process.env)) process.stderr.write(`${line}\n`)
  return readConfiguration(process.env)
}
