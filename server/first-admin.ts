import { readFileSync } from 'node:fs'
import { limits } from '../src/lib/contract/limits.ts'
import { checkPassword } from './accounts/password-rules.ts'
import { createPerson } from './accounts/people.ts'
import type { Configuration } from './configuration.ts'
import { isEmpty } from './database/is-empty.ts'
import { takeTurn } from './database/turn.ts'
import type { Parts } from './parts.ts'
import { newSecret } from './secrets.ts'
import { StartError, wordsOfCause } from './start-error.ts'

const admin = {
  username: 'admin',
  email: 'admin@localhost',
  full_name: 'Administrator',
  role: 'super_admin',
} as const

/** A password, and the setting that it comes from; null for a random one. */
export interface FirstPassword {
  readonly password: string
  readonly source: string | null
}

/**
 * The first admin's password: from a file or the environment, where it stays out of the log, or a
 * random one.
 * @throws StartError for a file that cannot be read and a password that is too easy to guess
 */
export async function firstPassword({
  password,
  passwordFile,
}: Configuration['firstAdmin']): Promise<FirstPassword> {
  if (password === '' && passwordFile === '') return { password: newSecret(), source: null }
  const source = passwordFile === '' ? 'FIRST_ADMIN_PASSWORD' : 'FIRST_ADMIN_PASSWORD_FILE'
  const given = passwordFile === '' ? password : readPassword(passwordFile)
  const length = Array.from(given).length
  const { shortest, longest } = limits.password
  if (length < shortest || length > longest) {
    throw new StartError(`${source}: the password must have ${shortest} to ${longest} characters`)
  }
  try {
    await checkPassword(given, { ...admin, organization: '' })
  } catch (cause) {
    throw new StartError(`${source}: ${wordsOfCause(cause)}`)
  }
  return { password: given, source }
}

/** Editors end a file with a line break that belongs to no password. */
function readPassword(path: string): string {
  try {
    return readFileSync(path, 'utf8').replace(/\r?\n$/, '')
  } catch (cause) {
    throw new StartError(`FIRST_ADMIN_PASSWORD_FILE cannot be read: ${wordsOfCause(cause)}`)
  }
}

/**
 * The first user. The admin belongs to no organization: which ones there are is theirs to say.
 * @returns false when there is a user already
 */
export async function createFirstAdmin(
  parts: Pick<Parts, 'database' | 'clock' | 'passwords'>,
  password: string,
): Promise<boolean> {
  const password_hash = await parts.passwords.hash(password)
  return parts.database.transaction().execute(async (database) => {
    await takeTurn(database, 'first-data')
    if (!(await isEmpty(database))) return false
    await createPerson({ ...parts, database }, { ...admin, password_hash })
    return true
  })
}
