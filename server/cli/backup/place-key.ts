import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { isPostgresUrl } from '../../core/database-address.ts'
import { isSetting } from '../../core/read-environment.ts'
import { StartError } from '../../core/start-error.ts'
import { openForLook } from '../../database/opening/open-existing.ts'
import { createKeyFile, findKey, judgeKey, keyFileOf } from '../../database/secrets-key.ts'
import { parseSettings } from '../invocation/caller.ts'

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

/** A key that was written is removed again, unless the database was restored too. */
interface PlacedKey extends AsyncDisposable {
  keep(): void
}

/**
 * Makes sure that servers will have the key of a database that is about to be restored.
 * @param given the setting of this machine; may be empty
 * @param kept the key in the backup
 * @throws StartError if they would not
 */
export async function placeKey(
  staged: string,
  address: string,
  given: string,
  kept: string | undefined,
): Promise<PlacedKey> {
  const own = await findKey(address, given)
  const key = own ?? kept
  await using cleanUp = new AsyncDisposableStack()
  const database = await openForLook(staged)
  cleanUp.defer(() => database.destroy())
  const fit = await judgeKey({ database, address }, key)
  if (fit === 'missing')
    throw new StartError(`${missing}: name it with --secrets, or set SECRETS_KEY`)
  if (fit === 'another') {
    const source =
      own === undefined ? 'that was given' : `of this machine (${sourceOf(address, given)})`
    throw new StartError(`The key of secrets ${source} is not the one of this backup`)
  }
  if (own !== undefined || kept === undefined) return placed(null)
  if (isPostgresUrl(address)) {
    throw new StartError(
      'PostgreSQL has no place for the key of secrets: set SECRETS_KEY first. --print-settings prints it',
    )
  }
  await createKeyFile(address, kept)
  return placed(keyFileOf(address))
}

const missing = 'This backup has encrypted secrets, and their key is missing'

function sourceOf(address: string, given: string): string {
  return given === '' ? `${keyFileOf(address)}` : 'SECRETS_KEY'
}

function placed(path: string | null): PlacedKey {
  let isKept = false
  return {
    keep() {
      isKept = true
    },
    async [Symbol.asyncDispose]() {
      if (path !== null && !isKept) await rm(path, { force: true })
    },
  }
}
