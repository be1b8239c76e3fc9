import { baseLocale, type Locale } from '../contract/core/locale.ts'
import type { Configuration } from './core/configuration.ts'
import { StartError } from './core/start-error.ts'
import { retryWhileBusy } from './database/drivers/retry-while-busy.ts'
import { isEmpty } from './database/opening/is-empty.ts'
import { holdsDemo } from './demo/require-private.ts'
import { seedDemo } from './demo/seed.ts'
import { createFirstAdmin, type FirstPassword, firstPassword } from './first-admin.ts'
import type { Services } from './http/services.ts'

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
