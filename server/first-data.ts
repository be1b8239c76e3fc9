import { readFileSync } from 'node:fs'
import { limits } from '../contract/core/limits.ts'
import { baseLocale, type Locale } from '../contract/core/locale.ts'
import { canonicalPassword } from '../contract/core/password.ts'
import type { Configuration } from './core/configuration.ts'
import type { BreachedPasswords } from './core/ports.ts'
import { newSecret } from './core/secrets.ts'
import { StartError, wordsOfCause } from './core/start-error.ts'
import { takeAdvisoryLock } from './database/advisory-lock.ts'
import { retryWhileBusy } from './database/drivers/database-error.ts'
import { isEmpty } from './database/opening/open.ts'
import { holdsDemo } from './demo/require-private.ts'
import { seedDemo } from './demo/seed.ts'
import type { Services } from './http/services.ts'
import { checkPassword } from './sign-in/passwords/password-rules.ts'
import { beginOwnPasswordRule } from './sign-in/passwords/passwords.ts'
import { createUser } from './users/change/create-user.ts'

const admin = {
  username: 'admin',
  email: 'admin@localhost',
  full_name: 'Administrator',
  role: 'super_admin',
} as const

/** A password and the setting that it comes from; null for a random password. */
interface FirstPassword {
  readonly password: string
  readonly source: string | null
}

/**
 * The first admin's password: from a file or the environment, which keeps it out of the log, or a
 * random one.
 * @throws StartError for an unreadable file or a password that is too easy to guess
 */
async function firstPassword(
  { password, passwordFile }: Configuration['firstAdmin'],
  breachedPasswords: BreachedPasswords,
): Promise<FirstPassword> {
  if (password === '' && passwordFile === '') return { password: newSecret(), source: null }
  const source = passwordFile === '' ? 'FIRST_ADMIN_PASSWORD' : 'FIRST_ADMIN_PASSWORD_FILE'
  const given = canonicalPassword(passwordFile === '' ? password : readPassword(passwordFile))
  const length = Array.from(given).length
  const { shortest, longest } = limits.password
  if (length < shortest || length > longest) {
    throw new StartError(`${source}: the password must have ${shortest} to ${longest} characters`)
  }
  try {
    await checkPassword(given, { ...admin, organization: '' }, breachedPasswords)
  } catch (cause) {
    throw new StartError(`${source}: ${wordsOfCause(cause)}`)
  }
  return { password: given, source }
}

/** Removes the line break that editors add at the end of a file. */
function readPassword(path: string): string {
  try {
    return readFileSync(path, 'utf8').replace(/\r?\n$/, '')
  } catch (cause) {
    throw new StartError(`FIRST_ADMIN_PASSWORD_FILE cannot be read: ${wordsOfCause(cause)}`)
  }
}

/**
 * Creates the first user, an admin without an organization. A random password is in the log, so that
 * its user replaces it.
 * @returns false if there is a user already
 */
async function createFirstAdmin(
  services: Pick<Services, 'database' | 'clock' | 'passwords'>,
  { password, source }: FirstPassword,
): Promise<boolean> {
  const password_hash = await services.passwords.hash(password)
  return services.database.transaction().execute(async (database) => {
    await takeAdvisoryLock(database, 'first-data')
    if (!(await isEmpty(database))) return false
    const must_change_password = source === null ? 1 : 0
    await createUser({ ...services, database }, { ...admin, password_hash, must_change_password })
    await beginOwnPasswordRule(database)
    return true
  })
}

export type Mode = 'demo' | 'production'

/**
 * Fills an empty database. If two servers start at once, one fills it and the other waits.
 * @throws StartError if production would serve the demo's accounts
 */
export async function prepareData(
  services: Pick<Services, 'database' | 'clock' | 'passwords' | 'breachedPasswords'>,
  mode: Mode,
  firstAdmin: Configuration['firstAdmin'] = { password: '', passwordFile: '' },
  demoLocale: Locale = baseLocale,
): Promise<void> {
  const { database } = services
  // Checked again within the transaction that fills it.
  if (await isEmpty(database)) {
    if (mode === 'demo') await retryWhileBusy(() => seedDemo(services, demoLocale))
    else await introduceAdmin(services, await firstPassword(firstAdmin, services.breachedPasswords))
  }
  if (mode === 'production' && (await holdsDemo(database))) {
    throw new StartError(
      'This database holds the demo, whose passwords are published: set DATABASE_URL to another one, or use npm start for the demo',
    )
  }
}

async function introduceAdmin(
  services: Parameters<typeof prepareData>[0],
  first: FirstPassword,
): Promise<void> {
  if (!(await retryWhileBusy(() => createFirstAdmin(services, first)))) return
  const { password, source } = first
  const shown = source === null ? `${password} (shown only once)` : `of ${source}`
  process.stdout.write(`Sign in as admin with the password ${shown}\n`)
}
